import { expect, test } from 'vitest';
import { createFleetGauges } from '../../../../src/adapters/fleet/gauges.js';
import type { BackendState, BackendStatus } from '../../../../src/adapters/fleet/port.js';
import type { Metrics } from '../../../../src/adapters/telemetry/port.js';

const status = (modelId: string, state: BackendState): BackendStatus => ({
  target: { modelId },
  backend: { id: 'a1', clusterId: 'A', url: 'http://a1' },
  state,
  ageMs: 1000,
});

test('what did not change is not written again, and what has gone is 0 once', () => {
  const written: string[] = [];
  const gauge = (name: string, labels: object, value: number): void => {
    written.push([name, ...(Object.values(labels) as string[]), value].join(' '));
  };
  const { write } = createFleetGauges({ gauge } as unknown as Metrics);
  const told = (...statuses: readonly BackendStatus[]): readonly string[] => {
    write(statuses);
    return written.splice(0);
  };
  expect(told(status('m', 'live'))).toHaveLength(7);
  expect(told(status('m', 'live'))).toEqual([]);
  expect(told(status('m', 'paused'))).toEqual([
    'backends m live 0',
    'snapshotAge m live 0',
    'backends m paused 1',
    'snapshotAge m paused 1',
  ]);
  expect(told()).toEqual(['backends m paused 0', 'snapshotAge m paused 0']);
  expect(told()).toEqual([]);
  expect(told(status('m', 'live'))).toHaveLength(7);
});
