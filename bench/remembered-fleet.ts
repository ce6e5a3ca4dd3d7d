import type { Snapshot } from '../src/core/snapshot/snapshot.js';
import type { View } from '../src/core/view/view.js';
import { fleetSnapshot, ownCreateView } from './fleet.js';

/** A fleet whose affinity orders are built up once and then shared by all rows that need it. */
export type RememberedFleet = Readonly<{ snapshot: Snapshot; view: View }>;

const fleets = new Map<number, RememberedFleet>();

/** The everyday fleet of `size` clusters. */
export const rememberedFleet = (size: number): RememberedFleet => {
  let fleet = fleets.get(size);
  if (fleet === undefined) {
    const snapshot = fleetSnapshot(size);
    fleet = { snapshot, view: ownCreateView()(snapshot) };
    fleets.set(size, fleet);
  }
  return fleet;
};
