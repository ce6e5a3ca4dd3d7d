/** What the router knew about a session when it first saw the request. */
export type SessionState = 'new' | 'returning' | 'stale';

/** Greatest priority, a u32; 0 is the most urgent. */
export const MAX_PRIORITY = 2 ** 32 - 1;

/** Longest a router holds a request, ms from arrival. */
export const MAX_ROUTING_WAIT_MS = 60_000;

/** One request to decide about; its target is the target of the view. */
export type RoutingRequest = Readonly<{
  /** Identity of the request; seeds chance. */
  requestId: string;
  /** Stable identity of a prefix or session; "" equals absent. */
  cacheAffinityKey?: string | undefined;
  /** Prompt tokens; absent counts as 0, unless the policy requires them. */
  inputTokens?: number | undefined;
  /** u32, default 0; lower is more urgent. */
  priority?: number | undefined;
  /** Slides the queue SLO from its floor to its ceiling over this many ms since arrival. */
  requestSloMs?: number | undefined;
  /** Clusters that an earlier attempt of this request ruled out. */
  excludedClusterIds?: readonly string[] | undefined;
  /** The cluster that answered the session last. */
  lastClusterId?: string | undefined;
  /** Classification by the first attempt of this request; absent on the first one. */
  sessionState?: SessionState | undefined;
}>;

/** Whether a request has an affinity key; "" equals absent. */
export const hasAffinityKey = ({ cacheAffinityKey = '' }: RoutingRequest): boolean =>
  cacheAffinityKey !== '';
