import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { bundleProgram } from '../../support/bundle-program.js';

/**
 * Compiles policies twice, as a class changes until each field has held all it can, and compares the
 * hidden classes of the second ones. Few of them, as many different ones can hide the fault.
 */
const program = `
  import { compilePolicy } from './src/core/config/policy.js';
  const isFast = (0, eval)('(a) => %HasFastProperties(a)');
  const haveSame = (0, eval)('(a, b) => %HaveSameMap(a, b)');
  const compileAll = () => [
    { algorithm: 'pulsar' },
    { algorithm: 'pulsar' },
    { algorithm: 'wait-and-widen', cacheAffinityBackendSelectionCount: 1 },
    { algorithm: 'power-of-n' },
  ].map((config) => compilePolicy(config));
  compileAll();
  const policies = compileAll();
  console.log(JSON.stringify({
    fast: policies.every(isFast),
    same: policies.every((policy) => haveSame(policy, policies[0])),
  }));
`;

test('policies have one hidden class, whatever their settings', async () => {
  const path = await bundleProgram({ text: program }, 'policy-shape');
  const answer = execFileSync(process.execPath, ['--allow-natives-syntax', path]);
  expect(JSON.parse(String(answer))).toEqual({ fast: true, same: true });
});
