import type * as t from 'io-ts';
import { type NumberRange } from '../../../core/codec/number-range.js';
import type { ClusterStats } from '../../../core/snapshot.js';
import type { AddressFamily } from '../sources/dns-source.js';
import { type MetricsDefinition } from './metrics-definition.js';
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
export declare const RTT_RANGE: NumberRange;
/** Decodes one backend; messages name its id where that can be read. */
export declare const backendDefinitionCodec: t.Type<Readonly<{
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
}>, Readonly<Record<string, unknown>>, unknown>;
