import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RequestsUnderWay } from '../../../../src/adapters/router/reservations/requests-under-way.js';
import {
  TargetReservations,
  type ReservedRequest,
} from '../../../../src/adapters/router/reservations/target-reservations.js';
import { reserveAll, type Reservation } from '../../../../src/core/view/reserve.js';
import { View } from '../../../../src/core/view/view.js';
import { snapshots } from '../../../property/arbitraries/engine-case.js';
import { checkLaw } from '../../../support/check-law.js';
import { freshView } from '../../../support/run-case.js';

const CLUSTER_IDS = ['A', 'B', 'C', 'cluster-9', '__proto__', 'gone'];

/** A request is sent, or one that is open ends; some of those go on at the engine. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('add', 'add', 'end', 'outlive', 'look'),
    clusterId: fc.constantFrom(...CLUSTER_IDS),
    inputTokens: fc.constantFrom(0, 7, 300, 5000),
    priority: fc.constantFrom(0, 5, 10, 2 ** 32 - 1),
    which: fc.nat(20),
  }),
  { maxLength: 30 },
);

/** The same made in one go: what stands, and what runs beyond the statistics. */
const rebuilt = (
  base: View,
  open: readonly ReservedRequest[],
  underWay: RequestsUnderWay,
): View => {
  const { columns, membership } = View.stateOf(base);
  const unreported = CLUSTER_IDS.flatMap((clusterId) => {
    const at = membership.indexOf.get(clusterId);
    const count =
      at === undefined ? 0 : underWay.unreported(clusterId, undefined, columns.running[at]!);
    return new Array<Reservation>(count).fill({ clusterId, isRunningOnly: true });
  });
  return reserveAll(base, [...open.map(({ reservation }) => reservation), ...unreported]);
};

describe('the reservations of a target', () => {
  test('are the same taken out one by one as put on all at once', () => {
    checkLaw(fc.tuple(snapshots, steps), 400, ([snapshot, taken]) => {
      const base = freshView(snapshot);
      const underWay = new RequestsUnderWay();
      const target = new TargetReservations(
        { snapshot, running: undefined },
        ...([base, underWay, () => [], () => undefined] as const),
      );
      const open: ReservedRequest[] = [];
      for (const { kind, clusterId, inputTokens, priority, which } of taken) {
        if (kind === 'add') {
          const reservation = { clusterId, inputTokens, priority };
          const backendId = `backend of ${clusterId}`;
          const flags = { isReserved: true, isUnderWay: false, isReported: false };
          const request: ReservedRequest = { backendId, reservation, madeMs: 0, ...flags };
          open.push(request);
          target.add(request);
        } else if (kind !== 'look' && open.length > 0) {
          const [request] = open.splice(which % open.length, 1);
          request!.isUnderWay = kind === 'outlive';
          target.end(request!);
        }
        if (kind === 'end') continue;
        target.refresh();
        const { columns } = View.stateOf(target.view);
        expect(columns).toEqual(View.stateOf(rebuilt(base, open, underWay)).columns);
      }
    });
  });
});
