import type * as t from 'io-ts';
import {
  errorAt,
  isJsonObject,
  presentMember,
  within,
  type JsonObject,
} from '../../../core/codec/codec.js';

/** The id of the backend at one address of a host name. */
export const backendIdAt = (id: string, address: string): string => `${id}@${address}`;

/** The id of the cluster at one address, where each address is a cluster. */
export const clusterIdAt = backendIdAt;

/**
 * An error for each cluster of a target whose id another one could get: ids are what sessions and
 * reservations go by.
 */
export const takenClusterIds = (target: JsonObject, context: t.Context): t.Errors => {
  const clusters = identified(target, context, 'clusters', 'cluster_id');
  const names = clusters.filter((cluster) =>
    backendsIn(cluster).some(({ place }) => isDns(objectAt(place))),
  );
  return takenAddresses(clusters, names, 'cluster_id');
};

/**
 * An error for each backend of a target whose id another one has, or could get: ids are what
 * reservations and pauses go by.
 */
export const duplicateBackends = (target: JsonObject, context: t.Context): t.Errors => {
  const backends = identified(target, context, 'clusters', 'cluster_id').flatMap(backendsIn);
  const names = backends.filter(({ place }) => isDns(objectAt(place)));
  return [...takenIds(backends), ...takenAddresses(backends, names, 'id')];
};

/** An item of a list with its id, whatever else is wrong with it. */
type Identified = Readonly<{ id: string; path: string; place: t.Context }>;

const identified = (
  json: JsonObject,
  context: t.Context,
  name: string,
  idName: string,
): readonly Identified[] => {
  const list = presentMember(json, name);
  if (!Array.isArray(list)) return [];
  const listPlace = within(context, name, list);
  return list.flatMap((item: unknown, index) => {
    const id = isJsonObject(item) ? presentMember(item, idName) : undefined;
    if (typeof id !== 'string' || id === '') return [];
    const place = within(listPlace, String(index), item);
    return [{ id, path: `${name}[${String(index)}]`, place }];
  });
};

const takenIds = (backends: readonly Identified[]): t.Errors => {
  const firstPathById = new Map<string, string>();
  return backends.flatMap(({ id, path, place }) => {
    const first = firstPathById.get(id);
    if (first === undefined) {
      firstPathById.set(id, path);
      return [];
    }
    const expected = `an id unique in the target (${first} has it already)`;
    return [errorAt(place, 'id', id, { code: 'duplicate', expected })];
  });
};

const backendsIn = (cluster: Identified): readonly Identified[] =>
  identified(objectAt(cluster.place), cluster.place, 'backends', 'id').map((backend) => ({
    ...backend,
    path: `${cluster.path}.${backend.path}`,
  }));

const takenAddresses = (
  items: readonly Identified[],
  resolved: readonly Identified[],
  idName: string,
): t.Errors => {
  const names = new Map(resolved.map(({ id, path }) => [id, path]));
  if (names.size === 0) return [];
  return items.flatMap(({ id, place }) => {
    const path = names.get(id.slice(0, Math.max(0, id.lastIndexOf('@'))));
    if (path === undefined) return [];
    const expected = `an id that no address of ${path} can get`;
    return [errorAt(place, idName, id, { code: 'duplicate', expected })];
  });
};

const isDns = (backend: JsonObject): boolean => Boolean(presentMember(backend, 'dns'));

const objectAt = (place: t.Context): JsonObject => {
  const value: unknown = place.at(-1)!.actual;
  return isJsonObject(value) ? value : {};
};
