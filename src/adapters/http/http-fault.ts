/** Faults that every server answers by itself, whatever it serves. Each renders them in its shape. */

/** Codes of these faults, with their status and when they occur. */
export const HTTP_FAULTS = {
  bad_request: { status: 400, when: 'the request is not HTTP, or its parts contradict each other' },
  forbidden: { status: 403, when: 'the request comes from a web page, or names a host not served' },
  unknown_path: { status: 404, when: 'there is nothing at this path' },
  method_not_allowed: { status: 405, when: 'the path does not take this method' },
  request_timeout: {
    status: 408,
    when: 'the headers or the body of the request did not come in time',
  },
  body_too_large: { status: 413, when: 'the body is over the limit of the server' },
  expectation_failed: { status: 417, when: '`expect` asks for anything but `100-continue`' },
  headers_too_large: { status: 431, when: 'the headers of the request are over the limit' },
  internal_error: { status: 500, when: 'the server itself failed' },
  upgrade_not_supported: {
    status: 501,
    when: 'the request asks for a WebSocket or, by `CONNECT`, for a tunnel',
  },
} as const;

/** Stable code of such a fault. */
export type HttpFaultCode = keyof typeof HTTP_FAULTS;

/** One fault, in words. */
export type HttpFault = Readonly<{
  status: (typeof HTTP_FAULTS)[HttpFaultCode]['status'];
  code: HttpFaultCode;
  message: string;
}>;

/** A fault with the status of its code. */
export const httpFault = (code: HttpFaultCode, message: string): HttpFault => ({
  status: HTTP_FAULTS[code].status,
  code,
  message,
});

/** A whole answer of the server itself. */
export type OwnAnswer = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}>;

/** Gives a fault the shape that a server promises for its errors. */
export type RenderFault = (fault: HttpFault) => OwnAnswer;
