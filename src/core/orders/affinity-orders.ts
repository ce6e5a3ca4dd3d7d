import type { RendezvousWeight } from '../config/fields.js';
import type { Hasher } from './hash.js';
import type { Membership } from './membership.js';
import type { Evictable, MemoBudget } from './memo-budget.js';
import { unpromoted, type PlannedOrder } from './order.js';
import { isMemorable, OrderMemo } from './order-memo.js';
import type { Policy } from '../config/policy.js';
import { rankClusters } from './ranking.js';
import { buildRing, effectiveVirtualNodes, ringBytes, walkRing, type Ring } from './ring.js';
import type { Target } from '../snapshot/snapshot.js';
import { TargetInput } from './target-input.js';

type Memos = Map<string, OrderMemo>;

/** What a target remembers. Views that agree on what a table depends on share the table. */
type Tables = Readonly<{
  /** By seed and virtual nodes; outlives changes of membership. */
  rings: Map<string, KeptRing>;
  /** By seed, virtual nodes and group size; depends on the cluster ids. */
  walks: Memos;
  /** By seed; depends on the cluster ids and on one weight. */
  rankings: Readonly<Record<RendezvousWeight, Memos>>;
}>;

/** The memoised affinity orders of one target. Policies that agree on what an order needs share it. */
export class AffinityOrders {
  private constructor(
    readonly input: TargetInput,
    readonly budget: MemoBudget,
    readonly membership: Membership,
    readonly tables: Tables,
  ) {}

  static create(
    target: Target,
    hasher: Hasher,
    budget: MemoBudget,
    membership: Membership,
  ): AffinityOrders {
    const input = new TargetInput(target, hasher);
    return new AffinityOrders(input, budget, membership, createTables(new Map()));
  }

  /** Orders for other cluster ids: only the rings are kept, as a start for the next ones. */
  withMembership(membership: Membership): AffinityOrders {
    releaseAll(this.tables.walks);
    for (const memos of Object.values(this.tables.rankings)) releaseAll(memos);
    const tables = createTables(this.tables.rings);
    return new AffinityOrders(this.input, this.budget, membership, tables);
  }

  /** Orders for the same clusters where the weights named in `changed` have moved. */
  withWeights(changed: readonly RendezvousWeight[]): AffinityOrders {
    if (changed.length === 0) return this;
    const rankings = { ...this.tables.rankings };
    for (const weight of changed) {
      releaseAll(rankings[weight]);
      rankings[weight] = new Map();
    }
    const tables = { ...this.tables, rankings };
    return new AffinityOrders(this.input, this.budget, this.membership, tables);
  }

  /**
   * The affinity group on the ring of `policy`, which must have a group size; at most all clusters.
   * The walk passes over excluded clusters. Only the walk that passes over none is remembered.
   */
  ringOrder(policy: Policy, affinityKey: string, excluded: Uint8Array | null): PlannedOrder {
    const { walks } = this.tables;
    let order = walks.get(policy.walkKey)?.get(affinityKey);
    if (order === undefined) {
      order = this.#walk(policy, affinityKey, null);
      this.#remember(walks, policy.walkKey, affinityKey, order);
    }
    // A walk that meets no excluded cluster is the same with and without them.
    return hasAny(order, excluded) ? this.#walk(policy, affinityKey, excluded) : order;
  }

  /** The Pulsar ranking of `policy`; `weights` must be the column its weight names. */
  ranking(policy: Policy, affinityKey: string, weights: Float64Array): PlannedOrder {
    const rankings = this.tables.rankings[policy.rendezvousWeight];
    const known = rankings.get(policy.seed)?.get(affinityKey);
    if (known !== undefined) return known;
    const input = this.input.seeded(policy.seed).field('cache_affinity_key', affinityKey);
    const order = unpromoted(rankClusters(this.membership, weights, input));
    this.#remember(rankings, policy.seed, affinityKey, order);
    return order;
  }

  /** What seeds the chance of one request: the upper 53 bits of a hash. */
  chanceSeed(seed: string, affinityKey: string, requestId: string): number {
    return this.input
      .seeded(seed)
      .field('cache_affinity_key', affinityKey)
      .field('request_id', requestId)
      .hash53();
  }

  #walk(policy: Policy, affinityKey: string, excluded: Uint8Array | null): PlannedOrder {
    const ring = this.#ring(policy);
    const keyHash = this.input.seeded(policy.seed).field('cache_affinity_key', affinityKey).hash();
    const walk = { keyHash, groupSize: policy.groupSize, excluded };
    return unpromoted(walkRing(ring, this.membership, walk));
  }

  #remember(memos: Memos, orderKey: string, affinityKey: string, order: PlannedOrder): void {
    if (!isMemorable(affinityKey)) return;
    let memo = memos.get(orderKey);
    if (memo === undefined) {
      memo = new OrderMemo(this.budget, () => memos.delete(orderKey));
      memos.set(orderKey, memo);
    }
    memo.set(affinityKey, order);
  }

  #ring(policy: Policy): Ring {
    const key = policy.ringKey;
    const { budget, membership } = this;
    const { rings } = this.tables;
    const kept = rings.get(key);
    if (kept?.ring.ids === membership.ids) {
      kept.usedAt = ++budget.tick;
      return kept.ring;
    }
    const virtualNodes = effectiveVirtualNodes(policy.cacheAffinityVirtualNodes, membership.size);
    const ring = buildRing(membership, virtualNodes, this.input.seeded(policy.seed), kept?.ring);
    kept?.shrink();
    const entry = new KeptRing(ring, budget, () => rings.delete(key));
    rings.set(key, entry);
    budget.join(entry, ringBytes(ring));
    return ring;
  }
}

const hasAny = ({ order }: PlannedOrder, flags: Uint8Array | null): boolean =>
  flags !== null && order.some((cluster) => flags[cluster] === 1);

const createTables = (rings: Tables['rings']): Tables => ({
  rings,
  walks: new Map(),
  rankings: { 'max-input-tps': new Map(), 'last-mean-input-tps': new Map() },
});

const releaseAll = (memos: Memos): void => {
  for (const memo of [...memos.values()]) memo.release();
};

/** A ring under the byte budget, given back whole. */
class KeptRing implements Evictable {
  usedAt = 0;

  constructor(
    readonly ring: Ring,
    readonly budget: MemoBudget,
    readonly onEvict: () => void,
  ) {}

  shrink(): boolean {
    this.budget.leave(this, ringBytes(this.ring));
    this.onEvict();
    return false;
  }
}
