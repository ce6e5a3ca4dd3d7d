import type * as t from 'io-ts';
import type { ClusterStats } from '../../../core/snapshot.js';
import { type BackendDefinition } from './backend-definition.js';
/** A cluster as a document describes it. */
export type ClusterDefinition = Readonly<{
    clusterId: string;
    /** Where no backend says more. */
    rttMs: number;
    /** Its backends are doors to one engine. */
    hasSharedEngine: boolean;
    /** Of the whole cluster, for what its backends do not say. */
    stats: Partial<ClusterStats>;
    /** Without any, the cluster can be decided for and not be sent to. */
    backends: readonly BackendDefinition[];
}>;
/** Decodes one cluster; messages name its id where that can be read. */
export declare const clusterDefinitionCodec: t.Type<Readonly<{
    clusterId: string;
    /** Where no backend says more. */
    rttMs: number;
    /** Its backends are doors to one engine. */
    hasSharedEngine: boolean;
    /** Of the whole cluster, for what its backends do not say. */
    stats: Partial<ClusterStats>;
    /** Without any, the cluster can be decided for and not be sent to. */
    backends: readonly BackendDefinition[];
}>, Readonly<Record<string, unknown>>, unknown>;
