import * as E from 'fp-ts/lib/Either.js';

/** The one model of the measurements. */
export const MODEL = 'bench-model';

/** A request as a gateway sends it: about 1 KiB of headers and body. */
export const requestHeaders = (count: number): Record<string, string> => ({
  'content-type': 'application/json',
  'x-request-id': `request-${String(count)}`,
  'x-model': MODEL,
  'x-input-tokens': '200',
  'x-cache-affinity-key': `mt:v1:session:${String(count % 2000)}`,
  'x-stargate-last-cluster-id': `c${String(count % 8)}`,
});

export const REQUEST_BODY = JSON.stringify({
  model: MODEL,
  max_tokens: 1,
  messages: [{ role: 'user', content: 'word '.repeat(150) }],
});

export const orThrow = <L, A>(either: E.Either<L, A>): A => {
  if (E.isRight(either)) return either.right;
  throw new Error(JSON.stringify(either.left));
};
