import type * as t from 'io-ts';
import { isIP } from 'node:net';
import {
  about,
  decodeMember,
  errorAt,
  missingIf,
  objectCodec,
  presentMember,
  settle,
} from '../../../core/codec/codec.js';
import { describeGiven, type Problem } from '../../../core/codec/fault.js';
import { checkNumber, type NumberRange } from '../../../core/codec/number-range.js';
import type { ClusterStats } from '../../../core/snapshot.js';
import { checkId } from '../../../core/codec/text-check.js';
import type { AddressFamily } from '../sources/dns-source.js';
import { checkBaseUrl, hostOf, plainBaseUrl, withoutCredentials } from './base-url.js';
import { metricsDefinitionCodec, type MetricsDefinition } from './metrics-definition.js';
import { partialStatsCodec } from './partial-stats.js';

/** A backend as a document describes it; with `dns`, as many as its host name has addresses. */
export type BackendDefinition = Readonly<{
  id: string;
  /** Base URL without a slash at its end. */
  url: string;
  /** Absent: that of the cluster. */
  rttMs?: number;
  /** Static defaults; for each address, with `dns`. */
  stats: Partial<ClusterStats>;
  /** The host of the URL is a name to be resolved again and again. */
  dns?: AddressFamily;
  /** Where its statistics come from; without one it never reports. */
  source?: MetricsDefinition;
}>;

/** Round trips are finite and not negative. */
export const RTT_RANGE: NumberRange = { wholeOnly: false, min: 0, max: Number.MAX_VALUE };

/** Decodes one backend; messages name its id where that can be read. */
export const backendDefinitionCodec = objectCodec<BackendDefinition>(
  'BackendDefinition',
  (json, context) => {
    const errors: t.Errors = [];
    const check = (name: string, value: unknown, problem: Problem | undefined): void => {
      if (problem) errors.push(errorAt(context, name, value, missingIf(value, problem)));
    };
    const id = presentMember(json, 'id');
    check('id', id, checkId(id));
    const url = presentMember(json, 'url');
    const urlProblem = checkBaseUrl(url);
    check('url', withoutCredentials(url), urlProblem);
    const rttMs = presentMember(json, 'rtt_ms');
    if (rttMs !== undefined) check('rtt_ms', rttMs, checkNumber(rttMs, RTT_RANGE));
    const dns = presentMember(json, 'dns');
    check('dns', dns, checkDns(dns, urlProblem ? undefined : (url as string)));
    const statsJson = presentMember(json, 'stats') ?? {};
    const stats = decodeMember(partialStatsCodec, context, 'stats', statsJson, errors);
    const sourceJson = presentMember(json, 'source');
    const source =
      sourceJson === undefined
        ? undefined
        : decodeMember(metricsDefinitionCodec, context, 'source', sourceJson, errors);
    return settle(
      // Without an id of its own, its cluster says where it is.
      hasName(id) ? about(errors, () => `backend ${describeGiven(id)}`) : errors,
      () =>
        Object.freeze({
          id: id as string,
          url: plainBaseUrl(url as string),
          stats: stats!,
          ...(rttMs !== undefined && { rttMs: rttMs as number }),
          ...(isWanted(dns) && { dns: FAMILIES.get(dns)! }),
          ...(source !== undefined && { source }),
        }),
    );
  },
  ({ id, url, rttMs, stats, dns, source }) => ({
    id,
    url,
    ...(rttMs !== undefined && { rtt_ms: rttMs }),
    stats: partialStatsCodec.encode(stats),
    ...(dns !== undefined && { dns: dns === 'all' ? true : dns }),
    ...(source !== undefined && { source: metricsDefinitionCodec.encode(source) }),
  }),
);

const FAMILIES: ReadonlyMap<unknown, AddressFamily> = new Map<unknown, AddressFamily>([
  [true, 'all'],
  ['ipv4', 'ipv4'],
  ['ipv6', 'ipv6'],
]);

const isWanted = (dns: unknown): boolean => dns !== undefined && dns !== false;

const checkDns = (dns: unknown, url: string | undefined): Problem | undefined => {
  if (!isWanted(dns)) return undefined;
  if (!FAMILIES.has(dns)) {
    return { code: 'invalid_value', expected: 'true, false, "ipv4" or "ipv6"' };
  }
  if (url === undefined || isIP(hostOf(url)) === 0) return undefined;
  return { code: 'invalid_value', expected: 'no dns, as the host of the URL is an address' };
};

const hasName = (id: unknown): boolean => typeof id === 'string' && id !== '';
