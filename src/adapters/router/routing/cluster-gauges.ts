import { snapshotOf } from '../../../core/view/view-snapshot.js';
import type { RoutingRuntime } from '../../runtime/index.js';
import type { Metrics } from '../../telemetry/port.js';
import type { ReservationLedger } from '../reservations/reservation-ledger.js';
import type { WaitingRooms } from '../waiting/waiting-rooms.js';

type GaugeName = 'clusterRunning' | 'clusterQueued' | 'clusterSlots' | 'requestsWaiting';

/**
 * Writes the gauges of clusters as decisions see them, reservations included, and of the requests
 * that wait. What has gone is written as 0 once; what did not change is not written again.
 *
 * Where several targets of a model have a cluster of one id, the greatest figure counts: they are
 * taken for the same engines.
 */
export const createClusterGauges = (
  {
    runtime,
    ledger,
    rooms,
  }: Readonly<{
    runtime: Pick<RoutingRuntime, 'targets' | 'view'>;
    ledger: Pick<ReservationLedger, 'refresh'>;
    rooms: Pick<WaitingRooms, 'sizeOf'>;
  }>,
  metrics: Metrics,
): (() => void) => {
  let before = new Map<string, Figure>();
  return () => {
    const now = new Map<string, Figure>();
    const note = (gauge: GaugeName, labels: Figure['labels'], value: number): void => {
      const key = JSON.stringify([gauge, labels]);
      now.set(key, { gauge, labels, value: Math.max(value, now.get(key)?.value ?? 0) });
    };
    for (const target of runtime.targets()) {
      ledger.refresh(target);
      const view = runtime.view(target);
      const { modelId: model } = target;
      note('requestsWaiting', { model }, rooms.sizeOf(target));
      for (const { clusterId: cluster, stats } of view === undefined
        ? []
        : snapshotOf(view).clusters) {
        note('clusterRunning', { model, cluster }, stats.numRunningQueries);
        note('clusterQueued', { model, cluster }, stats.queueSize);
        note('clusterSlots', { model, cluster }, stats.maxEngineConcurrency);
      }
    }
    for (const [key, { gauge, labels, value }] of now) {
      if (before.get(key)?.value !== value) metrics.gauge(gauge, labels, value);
    }
    for (const [key, { gauge, labels }] of before) {
      if (!now.has(key)) metrics.gauge(gauge, labels, 0);
    }
    before = now;
  };
};

type Figure = Readonly<{
  gauge: GaugeName;
  labels: Readonly<{ model: string; cluster?: string }>;
  value: number;
}>;
