import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../core/codec/fault.js';
import { openStore } from '../../stores/from-url.js';
import type { LastClusterStore, StoreError } from '../../stores/port.js';
import type { LastClusterSettings } from '../last-cluster/settings.js';

/** The store of the memory; undefined when the memory is off. */
export const openMemoryStore = ({
  isEnabled,
  store,
  localMaxEntries,
}: LastClusterSettings): TE.TaskEither<Fault, LastClusterStore | undefined> =>
  isEnabled ? pipe(openStore(store, localMaxEntries), TE.mapLeft(storeFault)) : TE.right(undefined);

const storeFault = ({ code, message }: StoreError): Fault => ({
  code: code === 'missing_package' ? 'missing' : 'invalid_value',
  path: STORE_VARIABLE,
  expected: 'a store that can be opened',
  given: code,
  message: `${STORE_VARIABLE}: ${message}`,
});

const STORE_VARIABLE = 'STARGATE_LAST_CLUSTER_STORE';
