/** The request of a case. */
import type { Codec } from '../../core/codec/codec.js';
import { listOf } from '../../core/codec/list-codec.js';
import { objectCodec, optional, required } from '../../core/codec/object-codec.js';
import { anyString, id, nameIn, numberIn, text } from '../../core/codec/value-codec.js';
import { MAX_PRIORITY, type RoutingRequest } from '../../core/request.js';

const quantity = numberIn({ wholeOnly: false, min: 0, max: Number.MAX_SAFE_INTEGER });
const priority = numberIn({ wholeOnly: true, min: 0, max: MAX_PRIORITY });

/** Text that is hashed must be UTF-8; ids that are only compared may be any string. */
const clusterId = anyString('a cluster id');

/** Decodes a request; absent members stay absent. */
export const requestCodec: Codec<RoutingRequest> = objectCodec<RoutingRequest>('Request', {
  members: {
    requestId: required('request_id', id),
    cacheAffinityKey: optional('cache_affinity_key', text),
    inputTokens: optional('input_tokens', quantity),
    priority: optional('priority', priority),
    requestSloMs: optional('request_slo_ms', quantity),
    excludedClusterIds: optional(
      'excluded_cluster_ids',
      listOf(clusterId, { what: 'an array of cluster ids' }),
    ),
    lastClusterId: optional('last_cluster_id', clusterId),
    sessionState: optional('session_state', nameIn(['new', 'returning', 'stale'])),
  },
});
