import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../core/codec/fault.js';
import type { RunningServer } from '../../servers/run-server.js';
import type { RouterSettings } from './router-settings.js';
/** Opens everything the settings name; left with every fault of their files. */
export declare const openRouter: (settings: RouterSettings) => TE.TaskEither<readonly Fault[], RunningServer>;
