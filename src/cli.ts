#!/usr/bin/env node
import { runCli } from './adapters/cli/run-cli.js';

/** Resolves when the command line has run to its end. */
export const finished = runCli(process.argv);
