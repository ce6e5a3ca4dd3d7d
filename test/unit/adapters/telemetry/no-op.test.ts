import { describe, expect, test } from 'vitest';
import { noOpSpans, noOpTelemetry } from '../../../../src/adapters/telemetry/no-op.js';
import { CALLER } from './trace-headers.js';

describe('the no-op telemetry', () => {
  test('takes everything and says nothing', () => {
    const { metrics, log, spans } = noOpTelemetry;
    metrics.count('routingDecisions', {});
    metrics.gauge('backends', {}, 1);
    metrics.observe('routingWaitDuration', {}, 1);
    log.warn('backend_stale', { backend: 'b' });
    const span = spans.start('request');
    span.set('a', 1);
    span.fail('no');
    span.end();
    expect(span.headers()).toEqual({});
  });

  test('passes the trace context of the caller on, also through child spans', () => {
    const request = noOpSpans.start('request', { headers: CALLER });
    expect(request.headers()).toEqual(CALLER);
    expect(noOpSpans.start('child', { parent: request }).headers()).toEqual(CALLER);
    expect(
      noOpSpans.start('x', { headers: { traceparent: CALLER.traceparent } }).headers(),
    ).toEqual({
      traceparent: CALLER.traceparent,
    });
  });

  test.each([
    ['nothing', undefined],
    ['no context', 'hello'],
    ['a trace id of zeros', '00-00000000000000000000000000000000-b7ad6b7169203331-01'],
    ['a span id of zeros', '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01'],
    ['capitals', '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01'],
    ['version ff', 'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['more than version 00 has', `${CALLER.traceparent}-01`],
  ])('does not pass on a traceparent that is %s', (_what, traceparent) => {
    const headers = { traceparent, tracestate: 'a=b' };
    expect(noOpSpans.start('request', { headers }).headers()).toEqual({});
  });

  test('does not pass on a tracestate with control characters', () => {
    const headers = { ...CALLER, tracestate: 'a=b\r\nx-evil: 1' };
    expect(noOpSpans.start('request', { headers }).headers()).toEqual({
      traceparent: CALLER.traceparent,
    });
  });
});
