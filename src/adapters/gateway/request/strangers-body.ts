/** Large bodies of callers who have no business here. */
import * as E from 'fp-ts/lib/Either.js';
import type { HeaderSource } from '../../http/header-source.js';
import type { ModelDirectory } from '../directory/port.js';
import type { GatewayError } from '../gateway-error.js';
import { apiKeyOf } from './caller.js';
import { directoryError } from './resolve-content.js';

/** Longer bodies, and those that do not say, are read of callers only whose key opens something. */
const STRANGERS_BODY_BYTES = 64 * 1024;

/** Whether a body is read of some callers only; `bytes`: as declared, undefined if it is not. */
export const isLargeForStrangers = (bytes: number | undefined): boolean =>
  !(bytes !== undefined && bytes <= STRANGERS_BODY_BYTES);

/** Why a large body of this caller is not read; undefined when it is. */
export const refuseStranger = async (
  directory: ModelDirectory,
  headers: HeaderSource,
): Promise<GatewayError | undefined> => {
  if (directory.admit === undefined) return undefined;
  const apiKey = apiKeyOf(headers);
  const admitted = await directory.admit(apiKey)();
  return E.isLeft(admitted) ? directoryError(admitted.left, '', apiKey !== undefined) : undefined;
};
