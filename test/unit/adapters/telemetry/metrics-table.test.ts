import { describe, expect, test } from 'vitest';
import {
  metricName,
  metricSpec,
  METRIC_NAMES,
  METRICS,
} from '../../../../src/adapters/telemetry/metrics.js';

/** Name, type and labels as other implementations of the same fleet report them. */
const CONTRACT = [
  ['stargate_routing_selections_total', 'counter', 'routing_key model algorithm selection'],
  [
    'stargate_routing_session_selections_total',
    'counter',
    'routing_key model algorithm session_state selection',
  ],
  ['stargate_routing_decisions_total', 'counter', 'algorithm kind'],
  ['stargate_routing_wait_duration_seconds', 'histogram', 'algorithm outcome'],
  ['stargate_routing_decision_duration_seconds', 'histogram', 'algorithm'],
  ['stargate_routing_expressions_total', 'counter', 'method outcome cache'],
  ['stargate_routing_definitions', 'gauge', ''],
  ['stargate_admission_rejections_total', 'counter', 'algorithm'],
  ['stargate_snapshot_age_seconds', 'gauge', 'model state'],
  ['stargate_backends', 'gauge', 'model state'],
  ['stargate_proxy_attempts_total', 'counter', 'model reason'],
  ['stargate_proxy_retries_total', 'counter', 'model reason'],
  ['homeward_router_reports_lost', 'gauge', 'model'],
  ['homeward_router_document_refused', 'gauge', 'source'],
  ['homeward_router_waiting_requests', 'gauge', 'model'],
  ['homeward_router_cluster_selections_total', 'counter', 'model cluster'],
  ['homeward_router_cluster_running_requests', 'gauge', 'model cluster'],
  ['homeward_router_cluster_queued_requests', 'gauge', 'model cluster'],
  ['homeward_router_cluster_slots', 'gauge', 'model cluster'],
  ['homeward_router_backend_attempts_total', 'counter', 'model cluster backend reason'],
  ['homeward_router_backend_failures_total', 'counter', 'model cluster backend kind'],
  ['homeward_router_requests_total', 'counter', 'model status'],
  ['homeward_router_request_duration_seconds', 'histogram', 'model'],
  ['homeward_router_time_to_first_byte_seconds', 'histogram', 'model'],
  ['homeward_router_requests_in_flight', 'gauge', ''],
  ['homeward_router_request_bytes_total', 'counter', 'model'],
  ['homeward_router_response_bytes_total', 'counter', 'model'],
  ['homeward_gateway_requests_total', 'counter', 'model status'],
  ['homeward_gateway_request_duration_seconds', 'histogram', 'model'],
  ['homeward_gateway_time_to_first_byte_seconds', 'histogram', 'model'],
  ['homeward_gateway_requests_in_flight', 'gauge', ''],
  ['homeward_gateway_request_bytes_total', 'counter', 'model'],
  ['homeward_gateway_response_bytes_total', 'counter', 'model'],
  ['homeward_gateway_model_file_refused', 'gauge', ''],
  ['llm_api_gateway_last_cluster_lookups_total', 'counter', 'result'],
  ['llm_api_gateway_last_cluster_writes_total', 'counter', 'result'],
  ['llm_api_gateway_last_cluster_lookup_duration_seconds', 'histogram', ''],
];

describe('the metric table', () => {
  test('has the names, types and labels that fleets share', () => {
    const rows = METRIC_NAMES.map((metric) => {
      const { type, labels } = metricSpec(metric);
      return [metricName(metric), type, Object.keys(labels).join(' ')];
    });
    expect(rows).toEqual(CONTRACT);
  });

  test('closes the label lists that are closed', () => {
    expect(METRICS.routingSelections.labels.selection).toEqual(['primary', 'fallback']);
    expect(METRICS.routingSessionSelections.labels.session_state).toEqual([
      'new',
      'returning',
      'stale',
    ]);
    expect(METRICS.routingDecisions.labels.kind).toEqual(['selected', 'wait', 'unavailable']);
    expect(METRICS.routingWaitDuration.labels.outcome).toEqual([
      'selected',
      'timeout',
      'unavailable',
      'aborted',
    ]);
    expect(METRICS.routingExpressions.labels.cache).toEqual(['hit', 'build', 'none']);
    expect(METRICS.lastClusterLookups.labels.result).toEqual([
      'hit',
      'miss',
      'error',
      'timeout',
      'skipped',
    ]);
    expect(METRICS.lastClusterWrites.labels.result).toEqual(['ok', 'error']);
    expect(METRICS.backends.labels.state).toEqual(['live', 'stale', 'paused']);
  });

  test('has ascending buckets: decisions from 1 us, lookups from 1 to 50 ms', () => {
    for (const metric of METRIC_NAMES) {
      const { type, buckets = [] } = metricSpec(metric);
      expect(buckets.length > 0).toBe(type === 'histogram');
      expect([...buckets].sort((a, b) => a - b)).toEqual(buckets);
    }
    expect(METRICS.routingDecisionDuration.buckets[0]).toBe(0.000001);
    expect(METRICS.lastClusterLookupDuration.buckets).toEqual([
      0.001, 0.0025, 0.005, 0.01, 0.02, 0.05,
    ]);
  });

  test('never labels by identity of a request, session or expression, nor what fleets share by cluster', () => {
    const forbidden = /affinity|session_id|request|expression|trace/;
    for (const metric of METRIC_NAMES) {
      const { labels, isOurs } = metricSpec(metric);
      for (const label of Object.keys(labels)) {
        expect(label).not.toMatch(forbidden);
        if (!isOurs) expect(label).not.toMatch(/cluster|backend/);
      }
    }
  });

  test('takes other prefixes', () => {
    const prefixes = { router: 'r_', gateway: 'g_' };
    expect(metricName('backends', prefixes)).toBe('r_backends');
    expect(metricName('lastClusterWrites', prefixes)).toBe('g_last_cluster_writes_total');
  });
});
