/** Loaded into a server before its program: opening a pipe waits for a writer, as a dead mount does. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { open } = fs.promises;

fs.promises.open = (path, flags, ...rest) => {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (!found?.isFIFO()) return open(path, flags, ...rest);
  console.error(JSON.stringify({ event: 'read_hangs', path }));
  return open(path, fs.constants.O_RDONLY);
};
syncBuiltinESMExports();
