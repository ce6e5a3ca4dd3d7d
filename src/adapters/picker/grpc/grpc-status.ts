/** The status codes of gRPC that the picker ends a call with. */
export const GRPC_STATUS = {
  OK: 0,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
} as const;

/** Name of a status code. */
export type GrpcStatus = keyof typeof GRPC_STATUS;

/** How a call that cannot go on ends; the message is for people. */
export type GrpcFault = Readonly<{ status: GrpcStatus; message: string }>;

/** The trailers that end a call. */
export const statusTrailers = (
  status: GrpcStatus,
  message: string,
): Readonly<Record<string, string>> => ({
  'grpc-status': String(GRPC_STATUS[status]),
  ...(message !== '' && { 'grpc-message': percentEncoded(message) }),
});

/** Longest message that is sent, in characters: it travels in a header. */
const MAX_MESSAGE_CHARACTERS = 1_000;

/** gRPC wants everything but visible ASCII, and "%", percent-encoded. */
const percentEncoded = (message: string): string =>
  // By way of bytes, because half of a surrogate pair has no percent-encoding.
  encodeURIComponent(Buffer.from(message.slice(0, MAX_MESSAGE_CHARACTERS)).toString()).replaceAll(
    '%20',
    ' ',
  );
