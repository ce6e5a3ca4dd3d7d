import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../core/codec/fault.js';
import type { LastClusterSettings } from '../last-cluster/settings.js';
import type { RunningServer } from '../../servers/run-server.js';
import type { GatewaySettings } from './gateway-settings.js';
/** Everything a gateway server is set up with. */
export type ServerSettings = Readonly<{
    gateway: GatewaySettings;
    lastCluster: LastClusterSettings;
}>;
/**
 * Opens everything the settings name; left with every fault of it, and then nothing stays open.
 *
 * Rejects when an address is taken.
 */
export declare const openGateway: (settings: ServerSettings) => TE.TaskEither<readonly Fault[], RunningServer>;
/** What is wrong with a model file; nothing when it is well. */
export declare const checkModelFile: (file: string) => Promise<readonly Fault[]>;
