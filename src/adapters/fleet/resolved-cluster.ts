import { isDeepStrictEqual } from 'node:util';
import type { Source } from '../time/source.js';
import type { BackendDefinition } from './document/backend-definition.js';
import { backendIdAt, clusterIdAt } from './document/backend-names.js';
import { atAddress } from './document/base-url.js';
import type { ClusterDefinition } from './document/cluster-definition.js';
import type { FleetDependencies } from './dependencies.js';

/** Whether a cluster of a document is known only once host names are resolved. */
export const hasHostNames = ({ backends }: ClusterDefinition): boolean =>
  backends.some(({ dns }) => dns !== undefined);

/**
 * A cluster of a document some of whose backends are host names, each with an engine per address.
 *
 * Each engine has a KV cache of its own, so that each address is a cluster, `cluster@address`, and
 * the backends without host names stay together as `cluster`. Where the document says that they
 * share a cache or are one engine, all of them are one cluster.
 */
export class ResolvedCluster {
  #names: readonly ResolvedName[] = [];

  constructor(
    public definition: ClusterDefinition,
    readonly dependencies: FleetDependencies,
    /** There are other addresses than before. */
    readonly onChange: () => void,
  ) {
    this.redefine(definition);
  }

  /** Takes in a new definition; host names that stay in it keep their addresses. */
  redefine(definition: ClusterDefinition): void {
    this.definition = definition;
    const before = new Set(this.#names);
    this.#names = definition.backends
      .filter(({ dns }) => dns !== undefined)
      .map((backend) => {
        const known = [...before].find((name) => name.isOf(backend));
        if (known === undefined) return new ResolvedName(backend, this.dependencies, this.onChange);
        before.delete(known);
        known.backend = backend;
        return known;
      });
    for (const name of before) name.close();
  }

  /** The clusters it stands for now; addresses that have been gone for long are left out. */
  clusters(nowMs: number): readonly ClusterDefinition[] {
    const { definition } = this;
    const plain = definition.backends.filter(({ dns }) => dns === undefined);
    const byAddress = new Map<string, BackendDefinition[]>();
    for (const name of this.#names) {
      for (const address of name.addresses(nowMs)) {
        const backends = byAddress.get(address) ?? [];
        byAddress.set(address, [...backends, backendAt(name.backend, address)]);
      }
    }
    if (definition.hasSharedCache || definition.hasSharedEngine) {
      const backends = [...plain, ...[...byAddress.values()].flat()];
      return backends.length === 0 ? [] : [{ ...definition, backends }];
    }
    const found = [...byAddress].map(([address, backends]) => ({
      ...definition,
      clusterId: clusterIdAt(definition.clusterId, address),
      backends,
    }));
    return plain.length === 0 ? found : [{ ...definition, backends: plain }, ...found];
  }

  close(): void {
    for (const name of this.#names) name.close();
  }
}

const backendAt = (definition: BackendDefinition, address: string): BackendDefinition => {
  const { id, url, stats, rttMs, source } = definition;
  return {
    id: backendIdAt(id, address),
    url: atAddress(url, address),
    stats,
    ...(rttMs !== undefined && { rttMs }),
    ...(source !== undefined && { source }),
  };
};

/** One host name, resolved again and again. */
class ResolvedName {
  readonly #source: Source<readonly string[]>;
  #addresses: readonly string[] = [];
  #vanishedAtMs: number | undefined;
  #lastRefusal: string | undefined;

  constructor(
    public backend: BackendDefinition,
    readonly dependencies: FleetDependencies,
    onChange: () => void,
  ) {
    const source = dependencies.openDns(backend)!;
    this.#source = source;
    void source.start({
      onValue: (addresses) => {
        this.#lastRefusal = undefined;
        if (this.#take(addresses)) onChange();
      },
      onRefused: (faults) => {
        const { message } = faults[0]!;
        if (message !== this.#lastRefusal) dependencies.logRefusal(source.name, faults);
        this.#lastRefusal = message;
      },
    });
  }

  isOf({ url, dns }: BackendDefinition): boolean {
    return url === this.backend.url && dns === this.backend.dns;
  }

  /**
   * None once it has had none for as long as a silent backend is kept. A resolver that fails says
   * nothing: then they stay.
   */
  addresses(nowMs: number): readonly string[] {
    const isGone =
      this.#vanishedAtMs !== undefined &&
      nowMs - this.#vanishedAtMs >= this.dependencies.settings.dropAfterMs;
    return isGone ? [] : this.#addresses;
  }

  close(): void {
    this.dependencies.discard(this.#source);
  }

  /** A name that has no address for a moment keeps those it had. True when something is new. */
  #take(addresses: readonly string[]): boolean {
    if (addresses.length === 0) {
      this.#vanishedAtMs ??= this.dependencies.clock.nowMs();
      return false;
    }
    const isSame =
      this.#vanishedAtMs === undefined && isDeepStrictEqual(addresses, this.#addresses);
    this.#vanishedAtMs = undefined;
    this.#addresses = addresses;
    return !isSame;
  }
}
