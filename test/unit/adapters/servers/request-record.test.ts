import { expect, test } from 'vitest';
import type { ClientDeparture } from '../../../../src/adapters/servers/client/client-departure.js';
import { createRequestLog } from '../../../../src/adapters/servers/logging/request-record.js';
import { createInMemoryTelemetry } from '../../../../src/adapters/telemetry/in-memory.js';
import { until } from '../../../support/until.js';

/** A request whose end the test tells. */
const startRequest = () => {
  let end = (): void => undefined;
  const departure = {
    aborted: false,
    whenOver: (run: () => void) => (end = run),
  };
  return { departure: departure as unknown as ClientDeparture, end: () => end() };
};

test('requests in flight are those that have begun and are not over', async () => {
  const telemetry = createInMemoryTelemetry();
  const requests = createRequestLog('router', telemetry.metrics, undefined);
  const started = [startRequest(), startRequest(), startRequest()];
  for (const { departure } of started) requests.begin({ statusCode: 200 } as never, departure);
  await until('three are told', () => telemetry.gaugeValue('routerInFlight', {}) === 3);
  for (const { end } of started) end();
  await until('none is left', () => telemetry.gaugeValue('routerInFlight', {}) === 0);
  expect(telemetry.counter('routerRequests', { model: '', status: '2xx' })).toBe(3);
});
