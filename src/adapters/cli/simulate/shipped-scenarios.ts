import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { readScenario, type Scenario } from '../../simulator/index.js';
import type { Colors } from '../../terminal/colors.js';
import { renderTable } from '../../terminal/table.js';
import { packageFile } from '../demo/package-file.js';

const folder = (): string => packageFile('data/scenarios');

/** The scenario in a file, or one that comes along, by its name. */
export const findScenario = (
  nameOrFile: string,
): Promise<E.Either<readonly string[], Scenario>> => {
  const isName = /^[a-z0-9-]+$/.test(nameOrFile);
  return readScenario(isName ? join(folder(), `${nameOrFile}.json`) : nameOrFile);
};

/** A table of the scenarios that come along. */
export const listScenarios = async (colors: Colors): Promise<string> => {
  const files = (await readdir(folder())).filter((file) => file.endsWith('.json')).sort();
  const rows: string[][] = [];
  for (const file of files) {
    const read = await readScenario(join(folder(), file));
    const what = E.isRight(read) ? read.right.description : read.left[0]!;
    rows.push([basename(file, '.json'), what]);
  }
  return renderTable([{ title: 'name' }, { title: 'what happens', maxWidth: 74 }], rows, colors);
};
