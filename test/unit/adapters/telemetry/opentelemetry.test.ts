import * as api from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createOpenTelemetrySpans,
  loadOpenTelemetrySpans,
} from '../../../../src/adapters/telemetry/opentelemetry.js';
import { CALLER, TRACE_ID } from './trace-headers.js';

const setUp = () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const spans = createOpenTelemetrySpans(api, { tracer: provider.getTracer('test') });
  return { spans, exporter };
};

afterEach(() => {
  api.propagation.disable();
  api.context.disable();
});

describe('OpenTelemetry spans', () => {
  test('carry attributes, failure and end to the exporter', () => {
    const { spans, exporter } = setUp();
    const span = spans.start('llm-api-gateway.last_cluster_lookup');
    span.set('result', 'error');
    span.set('routing.rank_depth', 2);
    span.fail('store\nis down');
    span.end();
    const [exported] = exporter.getFinishedSpans();
    expect(exported?.name).toBe('llm-api-gateway.last_cluster_lookup');
    expect(exported?.attributes).toEqual({ result: 'error', 'routing.rank_depth': 2 });
    expect(exported?.status).toEqual({
      code: api.SpanStatusCode.ERROR,
      message: 'store\\nis down',
    });
  });

  test('take no notice of calls after the end', () => {
    const { spans, exporter } = setUp();
    const span = spans.start('request');
    span.end();
    span.set('late', true);
    span.fail('late');
    span.end();
    expect(exporter.getFinishedSpans()).toHaveLength(1);
    expect(exporter.getFinishedSpans()[0]?.attributes).toEqual({});
    expect(exporter.getFinishedSpans()[0]?.status.code).toBe(api.SpanStatusCode.UNSET);
  });

  test.each([
    ['the registered propagator', true],
    ['W3C headers where no propagator is registered', false],
  ])('continue the trace of the caller and pass it on, by %s', (_how, isRegistered) => {
    if (isRegistered) api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    const { spans, exporter } = setUp();
    const request = spans.start('request', { headers: CALLER });
    const child = spans.start('child', { parent: request });
    const passedOn = child.headers();
    child.end();
    request.end();
    const [childSpan, requestSpan] = exporter.getFinishedSpans();
    expect(requestSpan?.spanContext().traceId).toBe(TRACE_ID);
    expect(requestSpan?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    expect(childSpan?.parentSpanContext?.spanId).toBe(requestSpan?.spanContext().spanId);
    expect(passedOn).toEqual({
      traceparent: `00-${TRACE_ID}-${childSpan?.spanContext().spanId ?? ''}-01`,
      tracestate: CALLER.tracestate,
    });
  });

  test('keep the caller out of it when his headers are malformed', () => {
    const { spans, exporter } = setUp();
    spans.start('request', { headers: { traceparent: 'nonsense', tracestate: 'a=b' } }).end();
    const [span] = exporter.getFinishedSpans();
    expect(span?.parentSpanContext).toBeUndefined();
    expect(api.isSpanContextValid(span!.spanContext())).toBe(true);
  });

  test('lie in the span that the service itself has active', () => {
    const { spans, exporter } = setUp();
    const server = spans.start('server', { headers: CALLER });
    const serverIds = server.headers()['traceparent']!.split('-');
    const active = api.trace.setSpanContext(api.ROOT_CONTEXT, {
      ...{ traceId: serverIds[1]!, spanId: serverIds[2]!, traceFlags: 1 },
    });
    api.context.setGlobalContextManager({
      active: () => active,
      with: (_context, act, self, ...args) => act.call(self as never, ...args),
      bind: (_context, target) => target,
      enable() {
        return this;
      },
      disable() {
        return this;
      },
    });
    spans.start('request', { headers: CALLER }).end();
    expect(exporter.getFinishedSpans()[0]?.parentSpanContext?.spanId).toBe(serverIds[2]);
  });

  test('pass the context of the caller through when no SDK is installed', () => {
    const spans = createOpenTelemetrySpans(api);
    expect(spans.start('request', { headers: CALLER }).headers()).toEqual(CALLER);
    expect(spans.start('request').headers()).toEqual({});
  });

  test('load the package on use', async () => {
    expect(E.isRight(await loadOpenTelemetrySpans()())).toBe(true);
  });
});
