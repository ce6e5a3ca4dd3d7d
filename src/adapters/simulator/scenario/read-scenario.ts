import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { inFile, parseTextWith } from '../../../core/codec/json-text.js';
import { readReason } from '../../node/error-text.js';
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
    return E.left([`cannot read ${file}: ${readReason(error)}`]);
  }
  const parsed = parseTextWith(text, parseScenario);
  return E.isLeft(parsed)
    ? E.left(parsed.left.map((fault) => inFile(file, fault)))
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
