/** A real Envoy when something goes away: the picker, Envoy itself, every engine. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockEngine } from '../../../src/adapters/testing/mock-engine/index.js';
import { freePorts } from '../../support/server-process.js';
import { until } from '../../support/until.js';
import { envoyCommand, NO_ENVOY } from './support/find-envoy.js';
import { startEnvoy } from './support/start-envoy.js';
import { endpointOf, FAST, startSite } from './support/start-site.js';
import { clustersOf, newFolder, startPickerProcess } from './support/site-with-command.js';

const CHAT = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] });

const chatTo = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    ...{ method: 'POST', body: CHAT, headers: { 'content-type': 'application/json' } },
    ...init,
  });

/** Two engines, a picker as a process of its own, and Envoy before them. */
const startWithProcess = async (file: string) => {
  const engines = await Promise.all(
    ['A', 'B'].map(async (clusterId) => {
      const engine = await createMockEngine({ ...FAST, clusterId });
      onTestFinished(() => engine.close());
      return [clusterId, endpointOf(engine)] as const;
    }),
  );
  const endpoints = Object.fromEntries(engines);
  const [port] = await freePorts(1);
  const address = `127.0.0.1:${String(port)}`;
  const folder = newFolder();
  const files = { 'clusters.json': clustersOf(endpoints) };
  const flags = ['--clusters', 'clusters.json', '--tls', 'off', '--listen', address];
  const startPicker = () => startPickerProcess(files, flags, folder);
  const picker = await startPicker();
  const envoy = await startEnvoy({ file, picker: address, engines: Object.values(endpoints) });
  return { picker, startPicker, envoy };
};

/** Clients that ask again and again, and what they have been told so far, by status. */
const startClients = (url: string) => {
  const told = new Map<number, number>();
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) {
      const { status } = await chatTo(url).then(async (answer) => {
        await answer.text();
        return answer;
      });
      told.set(status, (told.get(status) ?? 0) + 1);
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  /** Waits for so many more answers of this kind. */
  const more = async (count: number, fits: (status: number) => boolean): Promise<void> => {
    const countOf = (): number =>
      [...told].reduce((sum, [status, many]) => sum + (fits(status) ? many : 0), 0);
    const before = countOf();
    await until('more answers', () => countOf() >= before + count);
  };
  const stop = async (): Promise<ReadonlyMap<number, number>> => {
    isOver = true;
    await clients;
    return told;
  };
  return { more, stop };
};

const isGood = (status: number): boolean => status === 200;
const isBad = (status: number): boolean => status !== 200;

describe.skipIf(envoyCommand === undefined)(`a real Envoy (${NO_ENVOY} otherwise)`, () => {
  test.each(['envoy.yaml', 'envoy-full-duplex.yaml'])(
    'fail-closed (%s): while the picker is dead every request is a 5xx, and none after it is back',
    async (file) => {
      const { picker, startPicker, envoy } = await startWithProcess(file);
      const clients = startClients(envoy.url);
      await clients.more(50, isGood);
      picker.command.child.kill('SIGKILL');
      await clients.more(50, isBad);
      await startPicker();
      await clients.more(50, isGood);
      const told = await clients.stop();
      expect([...told.keys()].filter((status) => status !== 200 && status < 500)).toEqual([]);
      const after = await Promise.all(Array.from({ length: 20 }, () => chatTo(envoy.url)));
      expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
    },
  );

  test('fail-open: clients notice nothing while the picker is dead', async () => {
    const { picker, startPicker, envoy } = await startWithProcess('envoy-fail-open.yaml');
    const clients = startClients(envoy.url);
    await clients.more(50, isGood);
    picker.command.child.kill('SIGKILL');
    await picker.command.exit;
    await clients.more(50, isGood);
    await startPicker();
    await clients.more(50, isGood);
    expect([...(await clients.stop()).keys()]).toEqual([200]);
  });

  test('a picker that stops gracefully under load fails no request when another is there', async () => {
    const { picker, startPicker, envoy } = await startWithProcess('envoy-fail-open.yaml');
    const clients = startClients(envoy.url);
    await clients.more(50, isGood);
    picker.command.child.kill('SIGTERM');
    expect(await picker.command.exit).toBe(0);
    await startPicker();
    await clients.more(50, isGood);
    expect([...(await clients.stop()).keys()]).toEqual([200]);
  });

  test.each(['envoy.yaml', 'envoy-full-duplex.yaml'])(
    'that is killed leaves no stream and no reservation (%s)',
    async (file) => {
      const engine = { decodeTokensPerSecond: 1, outputTokens: 1_000 };
      const { picker, envoy } = await startSite(['A', 'B'], { file, engine });
      const answers = Array.from({ length: 5 }, () =>
        chatTo(envoy.url, { body: CHAT.replace('{', '{"stream":true,') }),
      );
      const begun = await Promise.all(answers);
      expect(begun.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(picker.router.counts().reservations).toBe(5);
      await envoy.kill();
      await until('nothing is left', () => {
        const counts = Object.values(picker.router.counts());
        return picker.picker.streamCount() === 0 && counts.every((count) => count === 0);
      });
      expect(picker.grpc.openCount()).toBe(0);
      await Promise.allSettled(begun.map((answer) => answer.text()));
    },
  );

  test('answers by itself when all engines are dead, and the picker pauses them', async () => {
    const { picker, chat } = await startSite([], {
      dead: { Z: '127.0.0.1:1' },
      maxWaitMs: 0,
    });
    const answer = await chat();
    expect(answer.status).toBe(503);
    // Its own shape: no error of the OpenAI API.
    expect(answer.headers.get('content-type')).toBe('text/plain');
    expect(await answer.text()).toMatch(/^upstream connect error/);
    await until('the picker has paused it', async () => {
      await chat();
      return picker.router.fleet.status().every(({ state }) => state === 'paused');
    });
    expect(picker.router.counts().reservations).toBe(0);
    const failures = picker.telemetry.lines('upstream_error');
    expect(JSON.stringify(failures)).toContain('the proxy says ');
  });

  test('names in its log why the picker has answered', async () => {
    const { chat, envoy } = await startSite(['A'], {
      limits: { maxBodyBytes: 1_000 },
      change: withAccessLog,
    });
    await chat();
    await chat({ messages: [{ role: 'user', content: 'x'.repeat(2_000) }] });
    await chat({ model: 'other' });
    const isLogged = (text: string) => () => envoy.log().includes(text);
    await until('the engine', isLogged('200 via_upstream'));
    await until('the refusal', isLogged('413 homeward_body_too_large'));
    await until('the model', isLogged('404 homeward_model_not_found'));
  });
});

const withAccessLog = (yaml: string): string =>
  yaml.replace(
    /^( *)stat_prefix: clients$/m,
    (line, indent: string) => `${line}
${indent}access_log:
${indent}  - name: envoy.access_loggers.stdout
${indent}    typed_config:
${indent}      '@type': type.googleapis.com/envoy.extensions.access_loggers.stream.v3.StdoutAccessLog
${indent}      log_format:
${indent}        text_format_source:
${indent}          inline_string: "%RESPONSE_CODE% %RESPONSE_CODE_DETAILS%\\n"`,
  );
