import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { LastClusterContext } from '../../../../../src/adapters/gateway/last-cluster/report.js';
import {
  sessionIdentity,
  type SessionIdentity,
  type SessionRequest,
} from '../../../../../src/adapters/session/index.js';

export const sessionOf = (request: SessionRequest): SessionIdentity => {
  const result = sessionIdentity(request);
  if (E.isLeft(result) || O.isNone(result.right)) throw new Error('no session');
  return result.right.value;
};

export const session = sessionOf({ kind: 'chat', body: { prompt_cache_key: 'secret-session' } });

export const context: LastClusterContext = {
  requestId: 'r-1',
  model: 'model-a',
  routingKey: 'rk-1',
};
