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
  const session = sessionValue(marks);
  const isReplaced = session === undefined ? isRequestId : isMark;
  const lines = stripForClient(source, isReplaced);
  lines.push(HEADERS.requestId.name, marks.requestId);
  if (session !== undefined) lines.push(HEADERS.sessionId.name, session);
  if (cluster !== undefined) lines.push(EXPOSED_CLUSTER, cluster);
  return lines;
};

const isRequestId = (name: string): boolean => name === HEADERS.requestId.name;

const isMark = (name: string): boolean => isRequestId(name) || name === HEADERS.sessionId.name;

const sessionValue = ({ sessionId }: ClientMarks): string | undefined =>
  sessionId === undefined ? undefined : encodeUtf8Text(sessionId);

/** The cluster that answered, for clients that may see it. */
export const EXPOSED_CLUSTER = 'x-homeward-cluster';

/** The headers that every answer to a client carries, the gateway's own errors included. */
export const markHeaders = (marks: ClientMarks): Readonly<Record<string, string>> => {
  const session = sessionValue(marks);
  return {
    [HEADERS.requestId.name]: marks.requestId,
    ...(session !== undefined && { [HEADERS.sessionId.name]: session }),
  };
};
