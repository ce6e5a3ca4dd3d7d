/** Whether a body is read, and which bodies cannot be. */
import * as E from 'fp-ts/lib/Either.js';
import type { HeaderSource } from '../../http/header-source.js';
import { isJsonType } from '../../servers/client/request-body.js';
import { splitTarget } from '../../servers/listen/request-target.js';
import { badRequest, type GatewayError } from '../gateway-error.js';
import { allHeaders, firstHeader } from './first-header.js';
import { takesJson, type ForwardedKind } from './gateway-route.js';

/**
 * Whether a body is read as JSON. One of unknown type, and on paths of engines one of any, might be
 * read as JSON behind us.
 */
export const isReadAsJson = (
  kind: ForwardedKind,
  headers: HeaderSource,
  target: string,
): boolean => {
  if (kind !== 'pass_through') return true;
  const type = firstHeader(headers, 'content-type');
  return type === undefined || isJsonType(type) || takesJson(splitTarget(target).path);
};

/** 400 for a body of two types: the server behind might go by the other. */
export const refuseTwoTypes = (headers: HeaderSource): E.Either<GatewayError, void> =>
  allHeaders(headers, 'content-type').length > 1 ? E.left(TWO_CONTENT_TYPES) : E.right(undefined);

const TWO_CONTENT_TYPES = badRequest(
  'invalid_content_type',
  'content-type',
  'content-type: expected one, given more.',
);

/** 400 for a body that is compressed: it has to be read. */
export const refuseEncoded = (headers: HeaderSource): E.Either<GatewayError, void> => {
  const encoding = firstHeader(headers, 'content-encoding');
  return encoding !== undefined && encoding.toLowerCase() !== 'identity'
    ? E.left(ENCODED_BODY)
    : E.right(undefined);
};

const ENCODED_BODY = badRequest(
  'unsupported_content_encoding',
  'content-encoding',
  'content-encoding: expected a body that is not encoded.',
);
