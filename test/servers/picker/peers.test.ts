/** Peers that keep no protocol: each gets an answer or a gRPC status, and the process goes on. */
import { describe, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import {
  CHAT,
  connectPeer,
  requestBody,
  requestHeaders,
  responseHeaders,
  subsetHint,
  type PeerCall,
} from './support/grpc-peer.js';
import { startPicker, type PickerSetup } from './support/start-picker.js';

const stats = { max_engine_concurrency: 8, last_mean_input_tps: 1_000, max_input_tps: 1_000 };
const CLUSTERS = ['A', 'B'].map((cluster_id, at) => ({
  ...{ cluster_id, rtt_ms: 5, stats },
  backends: [{ id: `${cluster_id}1`, url: `http://127.0.0.1:${String(8001 + at)}` }],
}));

const start = async (setup: Partial<PickerSetup> = {}) => {
  const picker = await startPicker({ clusters: CLUSTERS, ...setup });
  return { picker, peer: connectPeer(picker.address) };
};

/** The picker as it is when nothing is under way. */
const isIdle = ({ picker, router }: Awaited<ReturnType<typeof startPicker>>) =>
  picker.streamCount() === 0 && Object.values(router.counts()).every((count) => count === 0);

const INVALID_ARGUMENT = 3;
const TOO_LARGE = 8;
const UNIMPLEMENTED = 12;

const kindsOf = (call: PeerCall) => call.answers.flatMap((answer) => Object.keys(answer));

describe('a peer that', () => {
  const wrong: Readonly<Record<string, (call: PeerCall) => void>> = {
    'sends trailers first': (call) => {
      call.send({ requestTrailers: {} });
    },
    'sends a body before headers': (call) => {
      call.send(requestBody(CHAT));
    },
    'sends headers twice': (call) => {
      call.send(requestHeaders());
      call.send(requestHeaders());
    },
    'sends nothing that is known': (call) => {
      call.send({});
    },
    'sends noise': (call) => {
      call.sendBytes(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]));
    },
    'sends a key that is no UTF-8': (call) => {
      call.sendBytes(Buffer.from([0x12, 6, 0x0a, 4, 0x0a, 2, 0x0a, 0xff]));
    },
    'leaves within a body': (call) => {
      call.send(requestHeaders());
      call.stream.end();
    },
    'leaves within a message': (call) => {
      call.stream.end(Buffer.from([0, 0, 0]));
    },
  };

  test.each(Object.entries(wrong))('%s is told INVALID_ARGUMENT', async (_what, act) => {
    const { peer, picker } = await start();
    const call = peer.process();
    act(call);
    const { status, message } = await call.ended;
    expect(status, message).toBe(INVALID_ARGUMENT);
    await until('nothing is left', () => isIdle(picker));
    const next = peer.process();
    next.send(requestHeaders());
    next.send(requestBody(CHAT));
    await next.answered(2);
    expect(kindsOf(next)).toContain('dynamicMetadata');
  });

  test('sends headers without any is answered as the root is', async () => {
    const { peer } = await start();
    for (const headers of [{}, { headers: {} }, { headers: { headers: [] } }]) {
      const call = peer.process();
      call.send({ requestHeaders: { ...headers, endOfStream: true } });
      const { answers } = await call.ended;
      expect(answers[0]).toMatchObject({ immediateResponse: { status: { code: 404 } } });
    }
  });

  test.each([0, 2, 8])(
    'resets its stream with code %i is done, however far it has come',
    async (code) => {
      const { peer, picker } = await start();
      const steps = [requestHeaders(), requestBody(CHAT), responseHeaders(200)];
      for (let count = 0; count <= steps.length; count += 1) {
        const call = peer.process();
        for (const step of steps.slice(0, count)) {
          const before = call.answers.length;
          call.send(step);
          await call.answered(before + 1);
        }
        await until('the picker has it', () => picker.picker.streamCount() === 1);
        call.stream.close(code);
        await until('nothing is left', () => isIdle(picker));
      }
    },
  );

  test('opens a stream and says nothing at all is let go', async () => {
    const { peer, picker } = await start({ limits: { silenceMs: 20 } });
    expect((await peer.process().ended).status).toBe(4);
    const leaving = peer.process();
    leaving.stream.end();
    expect((await leaving.ended).status).toBe(0);
    await until('nothing is left', () => isIdle(picker));
  });

  test('sends a message of 64 MiB is told 413 once its body is awaited, a status before', async () => {
    const { peer } = await start();
    const prefix = Buffer.from([0, 4, 0, 0, 0]);
    const early = peer.process();
    early.stream.write(prefix);
    expect((await early.ended).status).toBe(TOO_LARGE);
    const late = peer.process();
    late.send(requestHeaders());
    await late.answered(1);
    late.stream.write(prefix);
    const { answers } = await late.ended;
    expect(answers.at(-1)).toMatchObject({ immediateResponse: { status: { code: 413 } } });
  });

  test('streams 64 MiB of body is told 413 when the limit is passed, and holds no memory', async () => {
    const { peer, picker } = await start({ limits: { maxBodyBytes: 2 ** 20 } });
    const call = peer.process();
    call.send(requestHeaders({}, { mode: 4 }));
    for (let piece = 0; piece < 1_024 && !call.stream.closed; piece += 1) {
      call.send(requestBody('x'.repeat(64 * 1024), false));
    }
    const { answers } = await call.ended;
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ immediateResponse: { status: { code: 413 } } });
    await until('nothing is left', () => isIdle(picker));
  });

  test('holds more bodies than there is room for is told 503', async () => {
    const { peer } = await start({ limits: { bodyBudgetBytes: 1_000 } });
    const first = peer.process();
    first.send(requestHeaders({}, { mode: 4 }));
    first.send(requestBody('x'.repeat(900), false));
    const second = peer.process();
    second.send(requestHeaders({}, { mode: 4 }));
    second.send(requestBody('x'.repeat(900), false));
    const { answers } = await second.ended;
    expect(answers[0]).toMatchObject({ immediateResponse: { status: { code: 503 } } });
  });

  test('sends bad UTF-8 in values and bodies is told 400, not a failure', async () => {
    const { peer } = await start();
    const call = peer.process();
    call.send(requestHeaders({ 'x-odd': '\u00ff\u00fe' }));
    call.send({ requestBody: { body: Buffer.from([0x7b, 0xff, 0x7d]), endOfStream: true } });
    const { answers } = await call.ended;
    expect(answers[1]).toMatchObject({ immediateResponse: { status: { code: 400 } } });
  });

  test('gives a thousand subset hints is answered by them', async () => {
    const { peer } = await start();
    const many = Array.from(
      { length: 1_000 },
      (_, at) => `10.0.0.${String(at % 250)}:${String(at)}`,
    );
    const hit = peer.process();
    hit.send({ ...requestHeaders(), ...subsetHint([...many, '127.0.0.1:8002']) });
    hit.send(requestBody(CHAT));
    await hit.answered(2);
    expect(JSON.stringify(hit.answers)).toContain('127.0.0.1:8002');
    for (const endpoints of [many, []]) {
      const miss = peer.process();
      miss.send({ ...requestHeaders(), ...subsetHint(endpoints) });
      miss.send(requestBody(CHAT));
      const { answers } = await miss.ended;
      expect(answers.at(-1)).toMatchObject({ immediateResponse: { status: { code: 503 } } });
    }
  });

  test('calls another method, or speaks no gRPC, is told so', async () => {
    const { peer } = await start();
    expect((await peer.open('/x.Y/Z').ended).status).toBe(UNIMPLEMENTED);
    const plain = peer.session.request({ ':method': 'POST', ':path': '/' });
    const status = await new Promise((resolve) => {
      plain.on('response', (headers) => {
        resolve(headers[':status']);
      });
    });
    expect(status).toBe(415);
  });

  test('falls silent within a body is let go', async () => {
    const { peer } = await start({ limits: { silenceMs: 20 } });
    const call = peer.process();
    call.send(requestHeaders());
    expect((await call.ended).status).toBe(4);
  });

  test('sends a response without a request passes', async () => {
    const { peer } = await start();
    const call = peer.process();
    call.send(responseHeaders(401));
    await call.answered(1);
    expect(kindsOf(call)).toEqual(['responseHeaders']);
  });

  test('sends no body in a mode in which none comes whole is told what to set', async () => {
    const { peer } = await start();
    const call = peer.process();
    call.send(requestHeaders({}, { mode: 1 }));
    const { answers } = await call.ended;
    expect(answers[0]).toMatchObject({ immediateResponse: { status: { code: 500 } } });
  });

  test('observes only gets no answers', async () => {
    const { peer } = await start();
    const call = peer.process();
    call.send({ ...requestHeaders(), observabilityMode: true });
    expect(await call.ended).toMatchObject({ answers: [], status: 0 });
  });
});

describe('what a well-behaved proxy is told', () => {
  test('is one endpoint in header and metadata, and fallbacks behind it', async () => {
    const { peer } = await start();
    const call = peer.process();
    call.send(requestHeaders());
    call.send(requestBody(CHAT));
    await call.answered(2);
    const answer = call.answers[1] as {
      requestBody: {
        response: {
          clearRouteCache: boolean;
          headerMutation: { setHeaders: { header: { key: string; rawValue: string } }[] };
        };
      };
      dynamicMetadata: { fields: Record<string, { structValue: { fields: object } }> };
    };
    const { clearRouteCache, headerMutation } = answer.requestBody.response;
    const set = headerMutation.setHeaders.find(
      ({ header }) => header.key === 'x-gateway-destination-endpoint',
    );
    const endpoints = Buffer.from(set!.header.rawValue, 'base64').toString();
    expect(endpoints.split(',').sort()).toEqual(['127.0.0.1:8001', '127.0.0.1:8002']);
    expect(answer.dynamicMetadata.fields['envoy.lb']!.structValue.fields).toEqual({
      'x-gateway-destination-endpoint': { stringValue: endpoints },
    });
    expect(clearRouteCache).toBe(true);
  });

  test('is to skip a body that is not needed', async () => {
    const { peer } = await start({ sessionHeaderModel: 'm' });
    const call = peer.process();
    call.send(requestHeaders({ 'x-multi-turn-session-id': 's-1', 'content-length': '4000' }));
    await call.answered(1);
    // NONE is 0, which is not written.
    expect(Object.keys(call.answers[0]!)).toContain('modeOverride');
  });

  test('is held back, and the answers to what comes meanwhile with it', async () => {
    const full = { ...stats, max_engine_concurrency: 1, num_running_queries: 1 };
    const clustersOf = (given: object) => CLUSTERS.map((one) => ({ ...one, stats: given }));
    const { peer, picker } = await start({
      ...{ clusters: clustersOf(full), limits: { patienceAfterMs: 1 } },
      config: { models: { m: { algorithm: 'wait-and-widen' } } },
    });
    const call = peer.process();
    call.send(requestHeaders({}, { mode: 4 }));
    call.send(requestBody(CHAT, false));
    call.send({ requestTrailers: {} });
    await call.answered(1);
    expect(call.answers[0]).toMatchObject({ overrideMessageTimeout: { seconds: '61' } });
    picker.publish(clustersOf(stats));
    await call.answered(4);
    expect(call.answers.slice(1).map((answer) => Object.keys(answer)[0])).toEqual([
      ...['requestHeaders', 'requestBody', 'requestTrailers'],
    ]);
  });
});

describe('health', () => {
  test('is told for every service of the protocol, and turns before anything else ends', async () => {
    const { peer, picker } = await start({ limits: { drainDelayMs: 300 } });
    const names = ['', 'liveness', 'readiness', 'envoy.service.ext_proc.v3.ExternalProcessor'];
    for (const name of names) {
      expect(await peer.check(name)).toMatchObject({ answers: [{ status: 'SERVING' }], status: 0 });
    }
    expect((await peer.check('other')).status).toBe(5);
    const stopped = picker.stop();
    expect(await peer.check('readiness')).toMatchObject({ answers: [{ status: 'NOT_SERVING' }] });
    expect(await peer.check('liveness')).toMatchObject({ answers: [{ status: 'SERVING' }] });
    const late = peer.process();
    late.send(requestHeaders());
    late.send(requestBody(CHAT));
    await late.answered(2);
    expect(kindsOf(late)).toContain('dynamicMetadata');
    late.send(responseHeaders(200));
    await late.ended;
    await stopped;
  });
});

test('a connection is drained before the platform would break it off; no stream is refused', async () => {
  const { peer, picker } = await start();
  let count = 0;
  while (!peer.session.closed && count < 5_000) {
    const call = peer.process();
    call.send(requestHeaders());
    call.send(requestBody(CHAT));
    await call.answered(2);
    expect(call.answers).toHaveLength(2);
    call.stream.close(8);
    count += 1;
  }
  expect(count).toBeGreaterThanOrEqual(800);
  expect(count).toBeLessThan(1_000);
  const next = connectPeer(picker.address).process();
  next.send(requestHeaders());
  await next.answered(1);
  expect(next.answers).toHaveLength(1);
});
