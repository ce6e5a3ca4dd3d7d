/** What the tests import as `vitest`, as far as they use it, without a process of vitest. */
import { format } from 'node:util';
import * as expectParts from '@vitest/expect';

const { chai, setState } = expectParts;
for (const part of [
  'JestExtend',
  'JestChaiExpect',
  'ChaiStyleAssertions',
  'JestAsymmetricMatchers',
])
  chai.use(expectParts[part]);

const expect = Object.assign(
  (value, message) => chai.expect(value, message),
  chai.expect,
  globalThis[expectParts.ASYMMETRIC_MATCHERS_OBJECT],
);
setState(
  { assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null },
  expect,
);
globalThis[expectParts.GLOBAL_EXPECT] = expect;

/** A stand-in for `vitest`, and what collects the tests of a file that has been bundled. */
export const createCollector = () => {
  const suites = [];
  let tests;

  const test = (name, run) => {
    const full = [...suites, name].join(' ');
    const id = idOf(tests, full);
    tests.found.set(id, { id, name: full, run });
  };
  const describe = (name, define) => {
    suites.push(name);
    define();
    suites.pop();
  };
  const collected = new Map();

  const collectWith = (files) => (file) => {
    if (!collected.has(file)) {
      tests = { file, found: new Map() };
      collected.set(file, tests.found);
      files[file]();
    }
    return collected.get(file);
  };
  const vitest = {
    expect,
    test: Object.assign(test, { each: eachOf(test) }),
    describe: Object.assign(describe, { each: eachOf(describe) }),
  };
  return { vitest, collectWith };
};

/** Ids differ, and are the same in every process. */
const idOf = ({ file, found }, name) => {
  const id = `${file}#${name}`;
  return found.has(id) ? `${id} (${found.size})` : id;
};

const eachOf = (define) => (cases) => (name, run) => {
  const areLists = cases.every(Array.isArray);
  for (const given of cases) {
    const values = areLists ? given : [given];
    const title = name.replaceAll(/\$(\w+)/g, (_, key) => String(values[0]?.[key]));
    define(format(title, ...values), () => run(...values));
  }
};
