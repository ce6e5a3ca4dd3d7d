export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

/** A caller's W3C trace context. */
export const CALLER = {
  traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01`,
  tracestate: 'vendor=opaque,other=1',
};
