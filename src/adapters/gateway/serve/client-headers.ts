import type { HeaderSource } from '../../http/header-source.js';
import { HEADERS } from '../../http/header-table.js';
import { encodeUtf8Text } from '../../http/header-text.js';
import { stripForClient } from '../../http/strip-headers.js';

/** What the gateway says to the client about its own request. */
export type ClientMarks = Readonly<{ requestId: string; sessionId: string | undefined }>;

/**
 * Makes the headers of a response to the client: the router's without `x-stargate-*`,
 * `x-inference-server-*` and those of the connection, then request id and session id, and
 * `x-homeward-cluster` where `cluster` (one character per byte) is given.
 */
export const headersForCaller = (
  source: HeaderSource,
  marks: ClientMarks,
  cluster?: string,
): string[] => {
  const own = markHeaders(marks);
  const lines = stripForClient(source, (name) => Object.hasOwn(own, name));
  for (const [name, value] of Object.entries(own)) lines.push(name, value);
  if (cluster !== undefined) lines.push(EXPOSED_CLUSTER, cluster);
  return lines;
};

/** The cluster that answered, for clients that may see it. */
export const EXPOSED_CLUSTER = 'x-homeward-cluster';

/** The headers that every answer to a client carries, the gateway's own errors included. */
export const markHeaders = ({
  requestId,
  sessionId,
}: ClientMarks): Readonly<Record<string, string>> => {
  const session = sessionId === undefined ? undefined : encodeUtf8Text(sessionId);
  return {
    [HEADERS.requestId.name]: requestId,
    ...(session !== undefined && { [HEADERS.sessionId.name]: session }),
  };
};
