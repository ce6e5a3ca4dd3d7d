/** A fleet with servers: turns go through a gateway and a router to one of two engines. */
import * as E from 'fp-ts/lib/Either.js';
import { sessionIdentity } from '../../session/index.js';
import type { StoryRun, ServedTurn, StoryFleet, Turn } from '../story.js';
import { sendChatTurn } from './chat-turn.js';
import type { Explanation, RouterInsight, SessionNote } from './router-insight.js';
import { expectOk, sendJson } from './send-json.js';
import { CLUSTER_IDS, fleetDocument, modelOf, type StoryClusterId } from './story-files.js';
import { waitUntil } from './wait-until.js';

/** Servers that are up. */
export type LiveServers = Readonly<{
  engineUrls: Readonly<Record<StoryClusterId, string>>;
  gatewayUrl: string;
  router: RouterInsight;
}>;

/** Empties the engines, shows them to the router, and finds a session whose first rank is A. */
export const openLiveFleet = async (servers: LiveServers, run: StoryRun): Promise<StoryFleet> => {
  const { router, engineUrls } = servers;
  for (const url of Object.values(engineUrls)) await control(url, 'reset');
  await router.pushSnapshot(fleetDocument(run, engineUrls));
  const sessionId = await findSessionOfA(router, modelOf(run));
  const setLoad = async (clusterId: string, action: 'fill' | 'drain'): Promise<void> => {
    await control(engineUrls[clusterId as StoryClusterId], action);
    await waitUntil(`the router hears of the load of ${clusterId}`, async () => {
      const explained = await router.explain(modelOf(run), affinityKeyOf(sessionId));
      return hasRoom(explained, clusterId) === (action === 'drain') ? true : undefined;
    });
  };
  return {
    fill: (clusterId) => setLoad(clusterId, 'fill'),
    drain: (clusterId) => setLoad(clusterId, 'drain'),
    serveTurn: (turn) => serveTurn(servers, run, sessionId, turn),
    close: () => Promise.resolve(),
  };
};

const control = async (engineUrl: string, action: 'reset' | 'fill' | 'drain'): Promise<void> => {
  await expectOk(await sendJson('POST', `${engineUrl}/mock/control`, { action }));
};

/** The first of the sessions chat-1, chat-2, ... that ranks A first. */
const findSessionOfA = async (router: RouterInsight, model: string): Promise<string> => {
  for (let number = 1; ; number++) {
    const sessionId = `chat-${String(number)}`;
    const { decision } = await waitUntil('the router knows the model', () =>
      router.explain(model, affinityKeyOf(sessionId)),
    );
    if (decision.order?.[0] === 'A') return sessionId;
  }
};

/** The affinity key that the gateway gives a session. */
const affinityKeyOf = (sessionId: string): string => {
  const identity = sessionIdentity({ kind: 'chat', body: { prompt_cache_key: sessionId } });
  if (E.isRight(identity) && identity.right._tag === 'Some')
    return identity.right.value.affinityKey;
  throw new Error(`no session id: ${sessionId}`);
};

const hasRoom = (explained: Explanation | undefined, clusterId: string): boolean | undefined =>
  explained?.clusters.find(({ cluster_id }) => cluster_id === clusterId)?.has_capacity;

const serveTurn = async (
  { router, gatewayUrl }: LiveServers,
  run: StoryRun,
  sessionId: string,
  { promptTokens }: Turn,
): Promise<ServedTurn> => {
  const before = await router.waitedMs();
  const turn = { gatewayUrl, model: modelOf(run), sessionId, promptTokens };
  const { requestId, clusterId, cachedTokens, ttftMs } = await sendChatTurn(turn);
  const note = run.lastClusterAffinity ? await router.sessionOf(requestId) : UNCLASSIFIED;
  const waitMs = Math.round((await router.waitedMs()) - before);
  // The next turn finds the statistics that it would find after a pause for thought.
  await router.settle();
  return {
    ...{ clusterId, waitMs, cachedTokens, ttftMs },
    sessionState: note.session_state,
    promoted: note.promoted,
    rankDepth: note.promoted ? 1 : CLUSTER_IDS.findIndex((id) => id === clusterId) + 1,
  };
};

type MaybeNote = Readonly<{
  session_state: SessionNote['session_state'] | null;
  promoted: boolean;
}>;

/** Without the flag, requests are not classified. */
const UNCLASSIFIED: MaybeNote = { session_state: null, promoted: false };
