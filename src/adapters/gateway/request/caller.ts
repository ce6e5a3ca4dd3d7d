/** Who is calling: the API key and the request id of a request. */
import type { HeaderSource } from '../../http/header-source.js';
import { HEADERS } from '../../http/header-table.js';
import { firstHeader } from './first-header.js';

/**
 * The key of `Authorization: Bearer KEY`, else of `x-api-key: KEY`, as clients of messages send it;
 * undefined when there is neither.
 */
export const apiKeyOf = (headers: HeaderSource): string | undefined =>
  /^bearer +(\S+)[ \t]*$/i.exec(firstHeader(headers, 'authorization') ?? '')?.[1] ??
  /^[ \t]*(\S+)[ \t]*$/.exec(firstHeader(headers, 'x-api-key') ?? '')?.[1];

/**
 * The caller's request id if it may be kept: 1 to 128 visible ASCII characters.
 *
 * Only ask for callers that have shown a valid key: the id seeds the router's chance.
 */
export const requestIdOf = (headers: HeaderSource): string | undefined => {
  const id = firstHeader(headers, HEADERS.requestId.name);
  return id !== undefined && /^[\x21-\x7e]{1,128}$/.test(id) ? id : undefined;
};
