import { describe, expect, test } from 'vitest';
import { UpstreamExchange } from '../../../../src/adapters/servers/upstream/upstream-exchange.js';

const failWith = (error: Error, isConnected = false) => {
  const exchange = new UpstreamExchange(undefined, 16_384);
  if (isConnected) exchange.onConnect(() => undefined);
  exchange.onError(error);
  return exchange.outcome;
};

describe('a request that failed', () => {
  test.each(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL'])('by this process: %s', async (code) => {
    const failure = await failWith(Object.assign(new Error('connect'), { code }));
    expect(failure).toMatchObject({ kind: 'not_connected', isOwnFault: true, message: code });
  });

  test('by the other side', async () => {
    const refused = await failWith(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }));
    expect(refused).toMatchObject({ kind: 'not_connected', isOwnFault: false });
    const broken = await failWith(Object.assign(new Error('x'), { code: 'ECONNRESET' }), true);
    expect(broken).toMatchObject({ kind: 'broken', isConnectionLost: true });
  });

  test('with an error whose code has no value', async () => {
    const error = Object.assign(new Error('Response does not match'), { code: undefined });
    expect(await failWith(error, true)).toMatchObject({ message: 'Response does not match' });
  });
});
