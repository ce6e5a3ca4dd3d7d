#!/usr/bin/env node
import { runCli } from './adapters/cli/run-cli.js';

void runCli(process.argv);
