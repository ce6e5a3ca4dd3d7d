import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Path of the script that runs, links resolved. */
export const runningScript = (): string => realpathSync(process.argv[1]!);

/**
 * Path of a file that comes with the package: the first of that name in a folder around the
 * running script. Where none is, the path beside the script, for the message that follows.
 */
export const packageFile = (name: string): string => {
  const start = dirname(runningScript());
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, name);
    if (existsSync(file)) return file;
    if (folder === dirname(folder)) return join(start, name);
  }
};
