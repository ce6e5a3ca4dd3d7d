import type { FleetOptions } from './fleet-options.js';
import type { Fleet } from './port.js';
/**
 * Creates a fleet: its documents say which engines exist, sources of their own say how these do.
 *
 * @example
 * const fleet = createFleet({ sources: [createFileSource({ path: 'fleet.json' })] });
 * await fleet.start({ onSnapshot: engine.publish, onTargetGone: engine.withdraw, ... });
 */
export declare const createFleet: (options: FleetOptions) => Fleet;
