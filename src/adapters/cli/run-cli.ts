import { isMainThread } from 'node:worker_threads';
import { CommanderError } from 'commander';
import { createProgram } from './program.js';

/**
 * Runs one command line.
 *
 * Exit status: 0 all well; 1 what was given is wrong (a bad line, an invalid configuration, a
 * refused expression); 2 misuse, such as an unknown flag or a file that cannot be read.
 */
export const runCli = async (argv: readonly string[]): Promise<void> => {
  // The command starts itself as a thread where it has much to compute.
  if (!isMainThread) {
    const { serveJobs } = await import('../simulator/jobs/worker.js');
    serveJobs();
    return;
  }
  process.stdout.on('error', endOnBrokenOutput);
  process.stderr.on('error', endOnBrokenOutput);
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = isAnswered(error) ? 0 : 2;
  }
};

/** A reader such as `head` may leave early; that ends the command, but is no fault. */
const endOnBrokenOutput = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`error: cannot write the output: ${error.message}\n`);
  process.exit(2);
};

/** Help and version leave through an error, too; help shown for want of a command is misuse. */
const isAnswered = ({ exitCode }: CommanderError): boolean => exitCode === 0;
