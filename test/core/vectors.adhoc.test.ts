import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { parseSnapshot } from '../../src/core/snapshot-codec.js';
import { parseAlgorithmConfig } from '../../src/core/config.js';
import { compilePolicy } from '../../src/core/policy.js';
import { compileView } from '../../src/core/view.js';
import { MemoBudget } from '../../src/core/order-memo.js';
import { nativeHasher } from '../../src/adapters/hashers/native.js';
import { decide, explain, timeline } from '../../src/session/decide.js';
const right = <A>(e: any): A => {
  if (E.isLeft(e)) throw new Error(JSON.stringify(e.left));
  return (e as any).right;
};
const ports = () => ({ hasher: nativeHasher, budget: new MemoBudget() });
test('decisions', () => {
  const lines = readFileSync('test/vectors/decisions.jsonl', 'utf8').trim().split('\n');
  const bad: string[] = [];
  lines.forEach((line, no) => {
    const { case: c, expect: e } = JSON.parse(line);
    const policy = compilePolicy(right<any>(parseAlgorithmConfig(c.config)).config);
    const view = compileView(right<any>(parseSnapshot(c.snapshot)), ports());
    const r = c.request;
    const req = {
      requestId: r.request_id,
      cacheAffinityKey: r.cache_affinity_key,
      inputTokens: r.input_tokens,
      priority: r.priority,
      requestSloMs: r.request_slo_ms,
      excludedClusterIds: r.excluded_cluster_ids,
      lastClusterId: r.last_cluster_id,
      sessionState: r.session_state,
    };
    const d: any = decide(policy, view, req, c.elapsed_ms, c.cursor);
    const x: any = explain(policy, view, req, c.elapsed_ms, c.cursor);
    const errs: string[] = [];
    const eq = (n: string, a: any, b: any) => {
      if (JSON.stringify(a) !== JSON.stringify(b))
        errs.push(`${n}: got ${JSON.stringify(a)} want ${JSON.stringify(b)}`);
    };
    eq('kind', d.kind, e.kind);
    eq('explain', x.decision, d);
    if (d.kind === e.kind) {
      if (d.kind === 'selected') {
        if (!e.support.includes(d.clusterId))
          errs.push('support ' + d.clusterId + ' not in ' + e.support);
        eq('phase', d.phase, e.phase);
        eq('rank', d.rankDepth, e.rank_depth[d.clusterId]);
        if (e.skipped_for_kv_free_tokens)
          eq('skip', d.skippedForKvFreeTokens, e.skipped_for_kv_free_tokens[d.clusterId]);
        if ('next_cursor' in e) eq('cursor', d.nextCursor, e.next_cursor);
      }
      if (d.kind === 'wait') {
        if (Math.abs(d.untilMs - e.until_ms) > 1e-6) errs.push(`until ${d.untilMs} ${e.until_ms}`);
        if (Math.abs(d.delayMs - e.wait_ms) > 1e-6) errs.push('wait');
      }
      if (d.kind === 'unavailable') eq('reason', d.reason, e.reason);
      if (d.kind === 'rejected') eq('code', d.code, e.code);
      eq('state', d.sessionState ?? null, e.session_state);
      if (!r.session_state) eq('promoted', d.promoted ?? false, e.promoted);
      if (e.order) eq('order', x.order, e.order);
      if (e.planned) eq('planned', x.planned, e.planned);
    }
    if (d.kind !== 'rejected') {
      const tl = timeline(policy, view, req, c.cursor);
      const entry: any = tl.filter((t: any) => t.fromMs <= c.elapsed_ms).at(-1);
      const dd: any = { ...entry.decision };
      if (dd.kind === 'wait') dd.delayMs = dd.untilMs - c.elapsed_ms;
      eq('timeline', dd, d);
    }
    if (errs.length)
      bad.push(`${no + 1} ${c.config.algorithm} ${c.note ?? ''}: ${errs.join('; ')}`);
  });
  console.log(bad.length, bad.slice(0, 20).join('\n'));
  expect(bad.length).toBe(0);
});
test('orders', () => {
  const lines = readFileSync('test/vectors/affinity-orders.jsonl', 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  let badCount = 0;
  for (const line of lines) {
    const v = JSON.parse(line);
    const snapshot: any = {
      target: { routingKey: v.target.routing_key, modelId: v.target.model_id },
      clusters: v.clusters.map((c: any) => ({
        clusterId: c.cluster_id,
        rttMs: 1,
        stats: {
          queueTimeEstimateMsByPriority: {},
          maxInputTps: typeof c.weight === 'string' ? Number(c.weight) : c.weight,
        },
      })),
    };
    const policy = compilePolicy(
      v.kind === 'ring'
        ? {
            algorithm: 'wait-and-widen',
            seed: v.seed,
            cacheAffinityVirtualNodes: v.virtual_nodes,
            cacheAffinityBackendSelectionCount: v.selection_count,
          }
        : { algorithm: 'pulsar', seed: v.seed },
    );
    const x: any = explain(
      policy,
      compileView(snapshot, ports()),
      { requestId: 'r', cacheAffinityKey: v.cache_affinity_key },
      0,
    );
    if (JSON.stringify(x.order) !== JSON.stringify(v.order)) {
      if (badCount++ < 5) console.log(line.slice(0, 300), x.order);
    }
  }
  expect(badCount).toBe(0);
});
