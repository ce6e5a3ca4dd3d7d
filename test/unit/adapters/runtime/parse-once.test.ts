import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import { DEFAULT_LB_CONFIG, type LbConfig } from '../../../../src/core/config/config.js';
import { idleFleet, TARGET } from './small-fleet.js';

/** Counts look-ups: resolving an expression takes one, and nothing else but publishing does. */
class CountingModels extends Map<string, never> {
  lookups = 0;

  override get(modelId: string): undefined {
    this.lookups += 1;
    return void super.get(modelId);
  }
}

const serveCounted = (limits = {}) => {
  const models = new CountingModels();
  const config: LbConfig = { ...DEFAULT_LB_CONFIG, models };
  const clock = { nowMs: 0 };
  const engine = createEngine({ config, limits, nowMs: () => clock.nowMs });
  engine.publish(idleFleet('AB'));
  /** How many of these requests had their text resolved. */
  const resolvedOf = (texts: readonly string[]): number => {
    models.lookups = 0;
    for (const routingMethod of texts) {
      engine.decide({ target: TARGET, requestId: 'r1', routingMethod }, { elapsedMs: 0 });
    }
    return models.lookups;
  };
  return { engine, clock, resolvedOf };
};

const repeat = (count: number, ...texts: readonly string[]): readonly string[] =>
  Array.from({ length: count }, () => texts).flat();

describe('a routing expression', () => {
  test('is resolved for the first request that brings it, and for no later one', () => {
    const { resolvedOf } = serveCounted();
    const texts = ['pulsar;seed=a', 'Pulsar; seed=a', 'random', 'wait-and-widen;n=3'];
    expect(resolvedOf(repeat(1, ...texts))).toBe(4);
    expect(resolvedOf(repeat(500, ...texts))).toBe(0);
  });

  test('is not resolved again for a new snapshot, nor after another one came', () => {
    const { engine, resolvedOf } = serveCounted();
    resolvedOf(['pulsar;seed=a', 'pulsar;seed=b']);
    engine.publish(idleFleet('ABC'));
    expect(resolvedOf(['pulsar;seed=a', 'pulsar;seed=b', 'pulsar;seed=a'])).toBe(0);
  });

  test('is resolved again once it has been forgotten, for count or for age', () => {
    const { clock, resolvedOf } = serveCounted({ maxInstances: 2, idleMs: 1000 });
    expect(resolvedOf(['random', 'pulsar', 'round-robin'])).toBe(3);
    expect(resolvedOf(['pulsar', 'round-robin', 'pulsar'])).toBe(0);
    expect(resolvedOf(['random'])).toBe(1);
    clock.nowMs = 1001;
    expect(resolvedOf(['random', 'random'])).toBe(1);
  });

  test('of any length works, and is not remembered if padded beyond the longest', () => {
    const { engine, resolvedOf } = serveCounted();
    const padded = `${' '.repeat(1024)}round-robin`;
    expect(resolvedOf([padded, padded])).toBe(2);
    const request = { target: TARGET, requestId: 'r1', routingMethod: padded };
    expect(engine.decide(request, { elapsedMs: 0 })).toMatchObject({ nextCursor: 3 });
    expect(resolvedOf(repeat(2, padded.slice(11)))).toBe(1);
  });

  test('that is absent takes no resolving at all', () => {
    const { engine } = serveCounted();
    const models = engine.config.models as CountingModels;
    models.lookups = 0;
    for (let i = 0; i < 100; i++) {
      engine.decide({ target: TARGET, requestId: `r${String(i)}` }, { elapsedMs: 0 });
    }
    expect(models.lookups).toBe(0);
  });
});
