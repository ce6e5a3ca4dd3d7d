/** One server-sent event whose data is JSON; `event` names it where the protocol does. */
export const formatSseEvent = (data: object, event?: string): string => {
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}data: ${JSON.stringify(data)}\n\n`;
};

/** The line that ends a stream of chat chunks. */
export const SSE_DONE = 'data: [DONE]\n\n';
