import type { HeaderSource } from './header-source.js';
import { keepHeaders, listHeaders } from './header-source.js';
import { foldName } from './header-name.js';
import { HEADERS } from './header-table.js';
import { connectionHeaderNames } from './hop-by-hop.js';

/** Settings of `stripForged`. */
export type StripForgedOptions = Readonly<{
  /** Pass the caller's key (`authorization`, `x-api-key`) on, because the model entry says so. */
  forwardAuthorization: boolean;
  /** Names (lower case, "-" for "_") that are left out as well, to be set anew. */
  isReplaced?: ((foldedName: string) => boolean) | undefined;
}>;

/**
 * Copies an inbound request's headers without those only the gateway may set, and without those
 * of the connection. Call it on every path, after any clone and before adding trusted headers.
 *
 * Names are compared without case, and "_" counts as "-": many servers behind cannot tell
 * `x_model` from `x-model`.
 */
export const stripForged = (source: HeaderSource, options: StripForgedOptions): string[] =>
  strip(
    source,
    (name) =>
      GATEWAY_ONLY.has(name) ||
      name.startsWith(STARGATE_PREFIX) ||
      (KEYS.has(name) && !options.forwardAuthorization) ||
      options.isReplaced?.(name) === true,
  );

/**
 * Copies a router response's headers without what clients must not see: `x-stargate-*`,
 * `x-inference-server-*` and those of the connection. The rest stays, `x-request-id` and
 * `retry-after` included.
 */
export const stripForClient = (
  source: HeaderSource,
  isReplaced: (foldedName: string) => boolean = nothing,
): string[] =>
  strip(
    source,
    (name) =>
      name.startsWith(STARGATE_PREFIX) ||
      name.startsWith(INFERENCE_SERVER_PREFIX) ||
      isReplaced(name),
  );

const nothing = (): boolean => false;

/** Tells whether a header is present under any spelling that `stripForged` counts as the same. */
export const hasHeader = (source: HeaderSource, name: string): boolean => {
  const wanted = foldName(name);
  return keepHeaders(listHeaders(source), (given) => foldName(given) === wanted).length > 0;
};

/** Headers that only the gateway sets, besides all of `x-stargate-*`. */
export const GATEWAY_ONLY: ReadonlySet<string> = new Set([
  HEADERS.routingMethod.name,
  HEADERS.affinityKey.name,
  HEADERS.routingKey.name,
  HEADERS.model.name,
  HEADERS.inputTokens.name,
  HEADERS.requestSloMs.name,
  HEADERS.maxWaitMs.name,
]);

/** Headers that the key of a caller stands in. */
const KEYS: ReadonlySet<string> = new Set(['authorization', 'x-api-key']);
const STARGATE_PREFIX = 'x-stargate-';
const INFERENCE_SERVER_PREFIX = 'x-inference-server-';

const strip = (source: HeaderSource, isStripped: (foldedName: string) => boolean): string[] => {
  const lines = listHeaders(source);
  const connection = connectionHeaderNames(lines);
  return keepHeaders(lines, (name) => !connection.has(name) && !isStripped(foldName(name)));
};
