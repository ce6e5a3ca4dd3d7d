import * as E from 'fp-ts/lib/Either.js';
import { clusterStatsCodec } from '../../../core/cluster-codec.js';
import { objectCodec, presentMember, type JsonObject } from '../../../core/codec/codec.js';
import type { ClusterStats } from '../../../core/snapshot.js';

/** Decodes statistics of which a part may be missing: what is absent stays absent. */
export const partialStatsCodec = objectCodec<Partial<ClusterStats>>(
  'Stats',
  (json, context) =>
    E.map((stats: ClusterStats) => pick(stats, (key) => presentMember(json, wireName(key))))(
      clusterStatsCodec.validate(json, context),
    ),
  (stats) =>
    Object.fromEntries(Object.entries(stats).map(([key, value]) => [wireName(key), value])),
);

const pick = (
  stats: ClusterStats,
  given: (key: string) => JsonObject[string],
): Partial<ClusterStats> =>
  Object.freeze(
    Object.fromEntries(Object.entries(stats).filter(([key]) => given(key) !== undefined)),
  );

const wireNames = new Map<string, string>();

/** `lastMeanInputTps` is `last_mean_input_tps` on the wire. */
const wireName = (key: string): string => {
  let name = wireNames.get(key);
  if (name === undefined) {
    name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    wireNames.set(key, name);
  }
  return name;
};
