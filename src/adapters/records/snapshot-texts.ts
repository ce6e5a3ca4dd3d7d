import * as E from 'fp-ts/lib/Either.js';
import { LRUCache } from 'lru-cache';
import { clusterCodec } from '../../core/snapshot/cluster-codec.js';
import { decodeWith } from '../../core/codec/codec.js';
import { encodeSnapshot, parseSnapshot } from '../../core/snapshot/snapshot-codec.js';
import { readCluster, isSameCluster } from '../../core/view/view-snapshot.js';
import type { View } from '../../core/view/view.js';
import { keptSize } from '../cases/index.js';
import { targetKey } from '../../core/snapshot/target-key.js';

/** Targets whose latest texts are kept. */
const TARGET_COUNT = 1024;

/** Clusters of these together. */
const CLUSTER_COUNT = 65_536;

/**
 * Writes the snapshots of views as JSON text.
 *
 * A reservation changes one cluster of many: what is the same as in the latest snapshot of its
 * target is not written again. Cost: a comparison per cluster, and the clusters that are new.
 */
export class SnapshotTexts {
  readonly #latest = new LRUCache<string, Written>({
    max: TARGET_COUNT,
    maxSize: CLUSTER_COUNT,
    sizeCalculation: ({ texts }) => keptSize(texts.length).size,
  });

  /** Undefined when no reader would take it. */
  textOf(view: View): string | undefined {
    const key = targetKey(view.target);
    const before = this.#latest.get(key);
    const texts: string[] = [];
    for (let i = 0; i < view.clusterIds.length; i++) {
      const isSame = before !== undefined && isSameCluster(view, before.view, i);
      const text = isSame ? before.texts[i] : clusterText(view, i);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    this.#latest.set(key, { view, texts });
    return wholeText(view, texts);
  }
}

type Written = Readonly<{ view: View; texts: readonly string[] }>;

const clusterText = (view: View, index: number): string | undefined => {
  const json = clusterCodec.encode(readCluster(view, index));
  return E.isRight(decodeWith(clusterCodec, json)) ? JSON.stringify(json) : undefined;
};

const wholeText = ({ target }: View, texts: readonly string[]): string | undefined => {
  const json = encodeSnapshot({ target, clusters: [] });
  if (E.isLeft(parseSnapshot(json))) return undefined;
  // Its last member is the empty list.
  return `${JSON.stringify(json).slice(0, -2)}${texts.join(',')}]}`;
};
