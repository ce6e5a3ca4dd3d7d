import { HEADERS, type RawHeaders } from '../../http/index.js';
import type { UpstreamResponse } from '../../servers/upstream/upstream-exchange.js';
import type { SendOutcome } from '../routing/outcomes.js';

/** What the router makes of a response of an engine: whether it asks for another attempt. */
export const answered = (sent: UpstreamResponse): SendOutcome<UpstreamResponse> => {
  // Only these two statuses can ask.
  const mayAsk = sent.status === 429 || sent.status === 503;
  return {
    kind: 'answered',
    status: sent.status,
    isRetryable: mayAsk && valueOf(sent.headers, HEADERS.retryable.name)?.toLowerCase() === 'true',
    retryReason: mayAsk ? valueOf(sent.headers, HEADERS.retryReason.name) : undefined,
    sent,
    discard: sent.discard,
    ended: sent.ended,
  };
};

const valueOf = (headers: RawHeaders, name: string): string | undefined => {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    if (headers[i]!.toLowerCase() === name) return headers[i + 1]!.trim();
  }
  return undefined;
};
