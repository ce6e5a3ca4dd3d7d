import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { bundleProgram } from './bundle-program.js';

/** Runs a TypeScript example as a program of its own and returns what it prints. */
export const runExample = async (code: string, name: string): Promise<string> => {
  const program = await bundleProgram({ text: code }, `examples/${name}`);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    return stdout;
  } finally {
    await rm(program);
  }
};
