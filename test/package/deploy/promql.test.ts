import { describe, expect, test } from 'vitest';
import { faultsOf } from './promql.js';

describe('the check of PromQL expressions', () => {
  test.each([
    'sum by (model) (stargate_backends{state="live"}) == 0',
    'rate(stargate_routing_decisions_total[5m]) > 1.5 and sum(stargate_routing_definitions) > 0',
    'histogram_quantile(0.99, sum by (le) (rate(stargate_routing_wait_duration_seconds_bucket[1m])))',
  ])('finds nothing wrong in %s', (expression) => {
    expect(faultsOf(expression)).toEqual([]);
  });

  test.each([
    ['stargate_backend', 'unknown metric stargate_backend'],
    ['stargate_routing_wait_duration_seconds', 'unknown metric'],
    ['stargate_backends{states="live"}', 'has no label states'],
    ['stargate_backends{state=~"live|dead"}', 'state is never dead'],
    ['stargate_backends{state=live}', 'malformed matcher'],
    ['sum by (algorithm) (stargate_backends)', 'label algorithm is not one of'],
    ['summ(stargate_backends)', 'unknown function summ'],
    ['1 > 0', 'no metric'],
  ])('finds what is wrong in %s', (expression, fault) => {
    expect(faultsOf(expression).join('\n')).toContain(fault);
  });
});
