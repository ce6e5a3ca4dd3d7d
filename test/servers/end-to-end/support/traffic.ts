import { send, type RawRequest } from '../../gateway/support/raw-request.js';

const post = (path: string, body: object, ...headers: readonly string[]): RawRequest => ({
  path,
  headers: ['content-type', 'application/json', ...headers],
  body: JSON.stringify({ model: 'm', ...body }),
});

const CHAT = '/v1/chat/completions';

/** One request of every kind, for the session `id`; `number` makes its body different. */
const round = (id: string, number: number): readonly RawRequest[] => {
  const messages = [{ role: 'user', content: `question ${String(number)}` }];
  const session = ['x-multi-turn-session-id', id] as const;
  return [
    post(CHAT, { messages, prompt_cache_key: id }),
    post(CHAT, { messages, prompt_cache_key: id, stream: true }),
    post(CHAT, { messages }, ...session),
    post('/v1/responses', { input: `question ${String(number)}`, conversation: { id } }),
    post(CHAT, { messages, prompt_cache_key: id, metadata: { status: 429 } }),
    post(CHAT, { messages, prompt_cache_key: id, metadata: { status: 500 } }),
    post(CHAT, { messages }),
    post('/v1/embeddings', { input: 'text' }),
  ];
};

/** What one round does to the last-cluster memory. */
const PER_ROUND = { eligible: 6, skipped: 1, written: 4 } as const;

/** Requests to send, and what they must do to the counters of the memory. */
export type Traffic = Readonly<{
  requests: readonly RawRequest[];
  /** Lookups, `skipped` ones included. */
  lookupCount: number;
  skippedCount: number;
  writeCount: number;
}>;

/** Requests of every kind for ten sessions, in turn. */
export const createTraffic = (roundCount: number): Traffic => ({
  requests: Array.from({ length: roundCount }, (_, at) => round(`s-${String(at % 10)}`, at)).flat(),
  lookupCount: roundCount * (PER_ROUND.eligible + PER_ROUND.skipped),
  skippedCount: roundCount * PER_ROUND.skipped,
  writeCount: roundCount * PER_ROUND.written,
});

/** What the client saw. */
export type Answer = Readonly<{ status: number; body: string; headers: readonly string[] }>;

/** How requests are sent. */
export type SendPlan = Readonly<{
  /** Requests under way at a time; default 8. */
  concurrency?: number;
  /** Happens once when a third of the requests are answered. */
  midway?: () => Promise<void> | void;
}>;

/** Sends requests through a gateway; resolves with the answers in the order of the requests. */
export const sendTraffic = async (
  gatewayUrl: string,
  requests: readonly RawRequest[],
  { concurrency = 8, midway = () => undefined }: SendPlan = {},
): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  let next = 0;
  let answeredCount = 0;
  let happening: Promise<void> | undefined;
  const client = async (): Promise<void> => {
    while (next < requests.length) {
      const at = next++;
      const { status, text, rawHeaders } = await send(gatewayUrl, requests[at]!);
      answers[at] = { status, body: text, headers: lasting(rawHeaders) };
      answeredCount += 1;
      if (answeredCount >= requests.length / 3) happening ??= Promise.resolve(midway());
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  await happening;
  return answers;
};

/** Headers without those that differ every time. */
const lasting = (rawHeaders: readonly string[]): readonly string[] =>
  rawHeaders.flatMap((name, at) => {
    if (at % 2 === 1 || ['date', 'x-request-id'].includes(name.toLowerCase())) return [];
    return [`${name}: ${rawHeaders[at + 1]!}`];
  });
