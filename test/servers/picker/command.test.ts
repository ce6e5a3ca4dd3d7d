/** `homeward picker` as a process: its settings, its certificate, its signals. */
import { once } from 'node:events';
import { generate } from 'selfsigned';
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../../support/start-command.js';
import { until } from '../../support/until.js';
import {
  CHAT,
  connectPeer,
  requestBody,
  requestHeaders,
  responseHeaders,
  type PeerCall,
} from './support/grpc-peer.js';
import { clustersOf, newFolder, startPickerProcess } from './support/site-with-command.js';

const A = '127.0.0.1:8001';
const B = '127.0.0.1:8002';
const PLAIN = ['--clusters', 'clusters.json', '--tls', 'off', '--listen', '127.0.0.1:0'];

const start = (flags: readonly string[] = []) =>
  startPickerProcess({ 'clusters.json': clustersOf({ A }) }, [...PLAIN, ...flags]);

const newPair = async (name: string) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    ...{ keyType: 'ec', curve: 'P-256' },
  });
  return { cert, key };
};

/** Sends a request up to where its endpoint is known. */
const ask = async (call: PeerCall): Promise<string> => {
  call.send(requestHeaders());
  call.send(requestBody(CHAT));
  await call.answered(2);
  return JSON.stringify(call.answers[1]);
};

/** A certificate without its key. */
const TLS = ['--tls', 'files', '--tls-cert', 'cert.pem'];

describe('settings', () => {
  test('that are bad end with status 2, each fault named', async () => {
    const flags = ['--fallbacks', '17', '--tls', 'maybe', '--listen', 'here', '--patience', '1d'];
    const { exit, output } = startCommand(['picker', ...flags]);
    expect(await exit).toBe(2);
    for (const flag of ['--fallbacks', '--tls', '--listen', '--patience']) {
      expect(output.err).toContain(flag);
    }
    expect(output.err.match(/^error: /gm)).toHaveLength(4);
  });

  test('whose files are not there or no good end with status 2', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'models.json'), '{"models":[{}]}');
    const flags = ['--config', 'none.json', '--models', 'models.json'];
    const { exit, output } = startCommand(['picker', ...flags, ...TLS], { cwd: folder });
    expect(await exit).toBe(2);
    for (const words of ['none.json', 'models.json', 'given "--tls-cert alone"']) {
      expect(output.err).toContain(words);
    }
  });

  test('with an address that is taken end with status 1', async () => {
    const { address } = await start();
    const { exit, output } = startCommand([
      ...['picker', '--tls', 'off', '--admin', 'off', '--metrics', 'off', '--listen', address],
    ]);
    expect(await exit).toBe(1);
    expect(output.err).toContain('EADDRINUSE');
  });
});

test('decisions are recorded, counted and explained as those of a router are', async () => {
  const flags = ['--record', 'records.jsonl', '--metrics', '127.0.0.1:0', '--admin', '127.0.0.1:0'];
  const { folder, address, command } = await start(flags);
  const call = connectPeer(address).process();
  await ask(call);
  call.stream.close();
  const recorded = (): string => {
    const file = join(folder, 'records.jsonl');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  await until('it is recorded', () => recorded().includes('"model_id":"m"'));
  const [, admin, metrics] = /admin (\S+); metrics (\S+)/.exec(command.output.out)!;
  const page = await (await fetch(`http://${metrics!}/metrics`)).text();
  expect(page).toMatch(/^stargate_routing_decisions_total\{.*kind="selected".*\} 1$/m);
  const asked = await fetch(`http://${admin!}/debug/decide`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ model_id: 'm', request: { request_id: 'r', input_tokens: 1 } }),
  });
  expect(JSON.stringify(await asked.json())).toContain('"A"');
});

describe('the certificate', () => {
  const secureTo = async (address: string): Promise<TLSSocket> => {
    const [host, port] = address.split(':');
    const socket = connect({
      ...{ host, port: Number(port), ALPNProtocols: ['h2'], rejectUnauthorized: false },
    });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    return socket;
  };
  const nameIn = (socket: TLSSocket): string =>
    new X509Certificate(socket.getPeerCertificate().raw).subject;

  test('is one of its own by default, and calls are answered over it', async () => {
    const flags = ['--clusters', 'clusters.json', '--listen', '127.0.0.1:0'];
    const { address } = await startPickerProcess({ 'clusters.json': clustersOf({ A }) }, flags);
    const socket = await secureTo(address);
    expect(socket.alpnProtocol).toBe('h2');
    expect(nameIn(socket)).toBe('CN=homeward-picker');
    const peer = connectPeer(address, socket);
    expect(await peer.check('readiness')).toMatchObject({ answers: [{ status: 'SERVING' }] });
    expect(await ask(peer.process())).toContain(A);
  });

  test('is the one of the files that are named', async () => {
    const { cert, key } = await newPair('picker.example');
    const flags = ['--tls', 'files', '--tls-cert', 'tls.crt', '--tls-key', 'tls.key'];
    const { address } = await startPickerProcess({ 'tls.crt': cert, 'tls.key': key }, [
      ...[...flags, '--listen', '127.0.0.1:0'],
    ]);
    const socket = await secureTo(address);
    expect(nameIn(socket)).toBe('CN=picker.example');
    const peer = connectPeer(address, socket);
    expect(await peer.check('liveness')).toMatchObject({ answers: [{ status: 'SERVING' }] });
    expect(await peer.check('readiness')).toMatchObject({ answers: [{ status: 'NOT_SERVING' }] });
  });

  test('of another key, or that is none, ends with status 2 and names the files', async () => {
    const folder = newFolder();
    const [one, other] = [await newPair('one'), await newPair('other')];
    writeFileSync(join(folder, 'one.crt'), one.cert);
    writeFileSync(join(folder, 'other.key'), other.key);
    writeFileSync(join(folder, 'noise'), 'noise');
    for (const [cert, key] of [
      ['one.crt', 'other.key'],
      ['noise', 'other.key'],
      ['none.crt', 'none.key'],
    ] as const) {
      const files = ['--tls', 'files', '--tls-cert', cert, '--tls-key', key];
      const { exit, output } = startCommand(['picker', ...files], { cwd: folder });
      expect(await exit).toBe(2);
      expect(output.err).toContain(cert);
      expect(output.err).toContain(key);
    }
  });

  test('files without --tls files are a mistake', async () => {
    const { exit, output } = startCommand(['picker', '--tls-cert', 'a', '--tls-key', 'b']);
    expect(await exit).toBe(2);
    expect(output.err).toMatch(/--tls-cert[\s\S]*--tls-key/);
  });
});

describe('signals', () => {
  test('SIGTERM turns health, lets responses go on without it and waits for those not begun', async () => {
    const { address, command } = await start(['--shutdown-delay', '50ms']);
    const peer = connectPeer(address);
    const responding = peer.process();
    await ask(responding);
    responding.send(responseHeaders(200));
    await responding.answered(3);
    const picked = peer.process();
    await ask(picked);
    command.child.kill('SIGTERM');
    // Its response is on its way: the proxy goes on alone.
    expect((await responding.ended).status).toBe(0);
    expect(picked.stream.closed).toBe(false);
    picked.send(responseHeaders(200));
    expect((await picked.ended).status).toBe(0);
    expect(picked.answers).toHaveLength(3);
    expect(await command.exit).toBe(0);
    expect(command.output.err).toContain('"event":"server_stopped"');
  });

  test('SIGTERM cuts what does not end within the grace', async () => {
    const { address, command } = await start([
      '--shutdown-delay',
      '1ms',
      '--shutdown-grace',
      '50ms',
    ]);
    const picked = connectPeer(address).process();
    await ask(picked);
    command.child.kill('SIGTERM');
    expect((await picked.ended).status).toBe(undefined);
    expect(await command.exit).toBe(0);
  });

  test('a second one ends the process at once', async () => {
    const { address, command } = await start(['--shutdown-delay', '24h']);
    const peer = connectPeer(address);
    command.child.kill('SIGTERM');
    await until('health has turned', async () => {
      const { answers } = await peer.check('readiness');
      return answers[0]?.['status'] === 'NOT_SERVING';
    });
    command.child.kill('SIGTERM');
    expect(await command.exit).toBe(143);
  });

  test('SIGHUP has the files read again', async () => {
    const { address, command, write } = await start();
    const peer = connectPeer(address);
    expect(await ask(peer.process())).toContain(A);
    write('clusters.json', clustersOf({ B }));
    command.child.kill('SIGHUP');
    await until('the other cluster is picked', async () => {
      const answer = await ask(peer.process());
      return answer.includes(B);
    });
  });
});
