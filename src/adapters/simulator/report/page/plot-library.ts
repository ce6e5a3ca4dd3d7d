import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { fault, type Fault } from '../../../../core/codec/fault.js';

/** Script and style that every page carries. */
export type PlotLibrary = Readonly<{ script: string; style: string }>;

/**
 * Reads uPlot from where it is installed beside the program `from` (a path or a file URL); a fault
 * names the package when it is not.
 */
export const readPlotLibrary = (from: string): TE.TaskEither<Fault, PlotLibrary> =>
  TE.tryCatch(
    async () => {
      const folder = dirname(createRequire(from).resolve('uplot'));
      const [script, style] = await Promise.all([
        readFile(join(folder, 'uPlot.iife.min.js'), 'utf8'),
        readFile(join(folder, 'uPlot.min.css'), 'utf8'),
      ]);
      return { script, style };
    },
    (error) =>
      fault({
        code: 'missing',
        path: 'uplot',
        expected: 'the optional package uplot (npm install uplot)',
        given: error instanceof Error ? error.message : String(error),
      }),
  );
