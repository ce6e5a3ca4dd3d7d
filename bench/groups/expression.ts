/** Routing expressions: what a request with a known expression costs before it is decided. */
import { createEngine } from '../../src/adapters/runtime/index.js';
import type { Row } from '../subject.js';
import { rememberedFleet } from '../remembered-fleet.js';

/** A whole expression of the length owners write. */
const EXPRESSION =
  'pulsar-wait-and-widen;seed=stable-a;n=2;cache_affinity_wait_ms=300;last_cluster_affinity=true';

const CALLS = 1024;

export const expressionRows = (): readonly Row[] => [
  {
    group: 'routing expression',
    name: 'open with a known expression (goal: below 1 us)',
    clusterCount: 8,
    build: () => {
      const engine = createEngine();
      const { snapshot } = rememberedFleet(8);
      engine.publish(snapshot);
      const { target } = snapshot;
      // Fresh strings, as they come out of a header.
      const texts = Array.from({ length: CALLS }, () => Buffer.from(EXPRESSION).toString());
      const open = (routingMethod: string | undefined, index: number): number =>
        engine.open({ target, requestId: String(index), routingMethod })._tag.length;
      return {
        ours: {
          run: (from, to) => {
            let sum = 0;
            for (let i = from; i < to; i++) sum += open(texts[i % CALLS], i);
            return sum;
          },
        },
        baseline: {
          kind: 'measured',
          label: 'without a method',
          subject: {
            run: (from, to) => {
              let sum = 0;
              for (let i = from; i < to; i++) sum += open(undefined, i);
              return sum;
            },
          },
        },
      };
    },
  },
];
