/**
 * Runs the tests of the pure folders on one mutant after the other, within one process.
 *
 * Tests and mutated sources are one script. It is evaluated anew for every mutant, so no state
 * goes from one to the next, and that costs milliseconds where a start of vitest costs a second.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Script } from 'node:vm';
import {
  DryRunStatus,
  TestStatus,
  determineHitLimitReached,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { bundleTests } from './bundle-tests.mjs';
import { createCollector } from './collect-tests.mjs';

/** One process tries the tests unmutated; the others, and those that follow it, learn from it. */
const DURATIONS = 'durations.json';

/** The state that mutated code reads and writes. */
const state = (globalThis.__stryker__ ??= {});

export class BundleRunner {
  /** How long each test took before anything was mutated, in ms. */
  #durations = {};
  /** How many mutants of a source each test has killed: those are tried first. */
  #kills = new Map();
  #script;
  #require;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    this.#script = new Script(`(function (module, require) {${await bundleTests()}\n})`);
    this.#require = createRequire(resolve('package.json'));
    // A law that fails need not be tried on smaller cases: whether it fails is all that matters.
    this.#require('fast-check').configureGlobal({ endOnFailure: true });
    if (existsSync(DURATIONS)) this.#durations = JSON.parse(readFileSync(DURATIONS, 'utf8'));
  }

  async dryRun() {
    Object.assign(state, { activeMutant: undefined, mutantCoverage: undefined });
    const { files, collect } = this.#evaluate();
    const results = [];
    for (const file of Object.keys(files)) {
      for (const test of collect(file).values()) {
        state.currentTestId = test.id;
        const result = await runTest(test);
        state.currentTestId = undefined;
        this.#durations[test.id] = result.timeSpentMs;
        results.push({ ...result, fileName: resolve(file) });
      }
    }
    writeFileSync(DURATIONS, JSON.stringify(this.#durations));
    return { status: DryRunStatus.Complete, tests: results, mutantCoverage: state.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }) {
    Object.assign(state, { hitCount: 0, hitLimit, mutantCoverage: undefined });
    const whileLoading = mutantActivation === 'static' ? activeMutant.id : undefined;
    const kills = this.#killsOf(activeMutant.fileName);
    const results = [];
    state.activeMutant = whileLoading;
    const { collect } = this.#evaluate();
    for (const id of this.#inOrder(testFilter, kills)) {
      state.activeMutant = whileLoading;
      const result = await runFound(id, collect, activeMutant.id);
      if (result === undefined) continue;
      results.push(result);
      if (result.status === TestStatus.Failed) {
        kills.set(id, (kills.get(id) ?? 0) + 1);
        break;
      }
    }
    state.activeMutant = undefined;
    const overLimit = determineHitLimitReached(state.hitCount, hitLimit);
    return toMutantRunResult(overLimit ?? { status: DryRunStatus.Complete, tests: results });
  }

  /** Quick tests first, and those that have killed a mutant of the same source. */
  #inOrder(testFilter, kills) {
    const cost = (id) => (this.#durations[id] ?? 0) / (1 + 20 * (kills.get(id) ?? 0));
    return (testFilter ?? Object.keys(this.#durations)).toSorted((a, b) => cost(a) - cost(b));
  }

  #killsOf(source) {
    if (!this.#kills.has(source)) this.#kills.set(source, new Map());
    return this.#kills.get(source);
  }

  /** The files with their modules as new ones, none of which has been loaded. */
  #evaluate() {
    const { vitest, collectWith } = createCollector();
    const module = { exports: {} };
    const load = (name) => (name === 'vitest' ? vitest : this.#require(name));
    this.#script.runInThisContext()(module, load);
    const files = module.exports;
    return { files, collect: collectWith(files) };
  }
}

/** Loads the file of a test and runs it; undefined: under this mutant there is no such test. */
const runFound = async (id, collect, mutantId) => {
  try {
    const test = collect(id.slice(0, id.indexOf('#'))).get(id);
    if (test === undefined) return undefined;
    state.activeMutant = mutantId;
    return await runTest(test);
  } catch (error) {
    return failed({ id, name: id, timeSpentMs: 0 }, error);
  }
};

const runTest = async ({ id, name, run }) => {
  const startedMs = performance.now();
  const spent = () => ({ id, name, timeSpentMs: performance.now() - startedMs });
  try {
    await run();
    return { ...spent(), status: TestStatus.Success };
  } catch (error) {
    return failed(spent(), error);
  }
};

const failed = (result, error) => ({
  ...result,
  status: TestStatus.Failed,
  failureMessage: String(error),
});
