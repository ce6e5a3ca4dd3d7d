import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { sessionIdentity } from '../../session/index.js';
import type { SessionKey } from '../scenario/scenario.js';
import type { Turn } from '../workload/workload.js';

/** What the gateway sends as affinity key. */
export const affinityKeyOf = (
  sessions: SessionKey,
  { session, number }: Turn,
): string | undefined => {
  switch (sessions) {
    case 'named':
      return session.id;
    case 'cache-key':
      return cacheKeyOf(session.id);
    case 'opening':
      return session.opening;
    case 'payload':
      return `${session.history}/${String(number)}`;
    case 'none':
      return undefined;
  }
};

/** The affinity key that the gateway makes of a `prompt_cache_key`. */
const cacheKeyOf = (id: string): string | undefined => {
  const identity = sessionIdentity({ kind: 'chat', body: { prompt_cache_key: id } });
  if (E.isLeft(identity) || O.isNone(identity.right)) return undefined;
  return identity.right.value.affinityKey;
};

/**
 * Keys of the last-cluster memory: what is read before a request is sent, and what is written when
 * it is answered. Sessions that name themselves have one for both; those known by their opening
 * are remembered by position, so that conversations that began alike are told apart.
 */
export const memoryKeys = (
  sessions: SessionKey,
  turn: Turn,
): Readonly<{ before: string | undefined; own: string | undefined }> => {
  switch (sessions) {
    case 'named':
    case 'cache-key':
      return { before: turn.session.id, own: turn.session.id };
    case 'opening':
      return turn.position ?? positionOf(turn);
    case 'payload':
    case 'none':
      return { before: undefined, own: undefined };
  }
};

const positionOf = ({
  session: { history },
  number,
}: Turn): { before: string | undefined; own: string } => ({
  before: number > 1 ? `${history}/${String(number - 1)}` : undefined,
  own: `${history}/${String(number)}`,
});
