import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { findSyntaxFault } from '../../../core/codec/json-syntax.js';
import type { Scenario } from './scenario.js';
import { parseScenario } from './scenario-codec.js';

/** Reads a scenario file; left: everything that is wrong with it. Its files get absolute paths. */
export const readScenario = async (
  file: string,
): Promise<E.Either<readonly string[], Scenario>> => {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    return E.left([`cannot read ${file}: ${(error as Error).message}`]);
  }
  const syntax = findSyntaxFault(text);
  if (syntax !== undefined) {
    const { line, column, expected, found } = syntax;
    const place = `${file}, line ${String(line)}, column ${String(column)}`;
    return E.left([`${place}: expected ${expected}, found ${found}`]);
  }
  const parsed = parseScenario(JSON.parse(text));
  return E.isLeft(parsed)
    ? E.left(parsed.left.map(({ message }) => `${file}: ${message}`))
    : E.right(withPaths(parsed.right, dirname(file)));
};

const withPaths = (scenario: Scenario, folder: string): Scenario => {
  const { workload } = scenario;
  if (workload.kind === 'synthetic') return scenario;
  const { file, sessionsFile } = workload;
  const paths = {
    file: resolve(folder, file),
    ...(sessionsFile !== undefined && { sessionsFile: resolve(folder, sessionsFile) }),
  };
  return { ...scenario, workload: { ...workload, ...paths } };
};
