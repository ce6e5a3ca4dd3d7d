/** A program of its own: reads cases as JSON from stdin, writes what it decides to stdout. */
import { readFileSync } from 'node:fs';
import { decideCase, timelineCase } from './run-case.js';
import type { RoutingCase } from '../property/arbitraries/engine-case.js';

const cases = JSON.parse(readFileSync(0, 'utf8')) as readonly RoutingCase[];
const answers = cases.map((c) => ({ decision: decideCase(c), timeline: timelineCase(c) }));
process.stdout.write(JSON.stringify(answers));
