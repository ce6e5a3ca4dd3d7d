/** Six bodies at a time that a gateway with a heap of 1 GiB has to bear, while it serves others. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../../support/start-command.js';
import { send } from '../gateway/support/raw-request.js';

const MB = 1_000_000;
const AT_A_TIME = 6;

const image = (bytes: number): string =>
  `"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:,${'A'.repeat(bytes)}"}}]}]`;

const talk = (role: string, bytes: number): string => {
  const message = `{"role":"${role}","content":"${'word '.repeat(2000)}"}`;
  return `"messages":[${`${message},`.repeat(bytes / message.length)}{"role":"user","content":"Go on"}]`;
};

type Attack = Readonly<{
  name: string;
  members: string;
  /** What each of them is told. */
  status: number;
  fallback?: 'opening';
}>;

const ATTACKS: readonly Attack[] = [
  {
    name: '30 MB of empty objects',
    members: `"prompt_cache_key":"k","x":[${'{},'.repeat(10 * MB)}{}]`,
    status: 400,
  },
  {
    name: '30 MB of numbers as messages',
    members: `"messages":[${'1,'.repeat(15 * MB)}1]`,
    status: 200,
  },
  { name: '30 MB of numbers as tools', members: `"tools":[${'1,'.repeat(15 * MB)}1]`, status: 200 },
  { name: '30 MB of an image', members: image(30 * MB), status: 200 },
  { name: '20 MB without a session id', members: image(20 * MB), status: 200 },
  {
    name: '20 MB of an opening in one message',
    ...{ members: image(20 * MB), status: 200, fallback: 'opening' },
  },
  {
    name: '20 MB of an opening in many messages',
    ...{ members: talk('system', 20 * MB), status: 200, fallback: 'opening' },
  },
  {
    name: '20 MB of a talk after its opening',
    ...{ members: talk('assistant', 20 * MB), status: 200, fallback: 'opening' },
  },
  {
    name: '2 MB of numbers as messages',
    members: `"messages":[${'1,'.repeat(MB)}1]`,
    status: 200,
  },
];

/** A router that holds large requests until it is told, and answers small ones at once. */
const startHoldingRouter = async () => {
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const isLarge = Number(request.headers['content-length']) > MB;
    request.resume().on('end', () => {
      if (isLarge) held.push(response);
      else response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}`, held };
};

const startGateway = async (routerUrl: string, { fallback }: Attack) => {
  const folder = mkdtempSync(join(tmpdir(), 'large-bodies-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'models.json'), '{"models":[{"model":"m"}]}');
  const flags = [
    ...['--listen', '0', '--metrics', 'off', '--models', 'models.json'],
    ...['--session-fallback', fallback ?? 'payload'],
  ];
  const gateway = startCommand(['gateway', ...flags, '--router', routerUrl], {
    ...{ cwd: folder, env: { NODE_OPTIONS: '--max-old-space-size=1024' } },
  });
  return { gateway, url: await gateway.url() };
};

const chat = async (url: string, body: string): Promise<number> =>
  (await send(url, { body })).status;

test.each(ATTACKS)(
  'six at a time, $name: the gateway stays up and serves others',
  async (attack) => {
    const router = await startHoldingRouter();
    const { gateway, url } = await startGateway(router.url, attack);
    const body = `{"model":"m",${attack.members}}`;
    let openCount = AT_A_TIME;
    const answers = Array.from({ length: AT_A_TIME }, () =>
      chat(url, body).finally(() => (openCount -= 1)),
    );
    const small = '{"model":"m","prompt_cache_key":"other","messages":[]}';
    let servedCount = 0;
    // Until all of them are with the router or refused, and once more after that.
    for (let isOver = false; !isOver; servedCount += 1) {
      isOver = router.held.length === openCount;
      expect(await chat(url, small)).toBe(200);
    }
    for (const response of router.held) response.end('{}');
    expect(await Promise.all(answers)).toEqual(Array(AT_A_TIME).fill(attack.status));
    expect(await chat(url, small)).toBe(200);
    expect(gateway.child.exitCode).toBeNull();
    console.log(`${attack.name}: ${String(servedCount)} others served meanwhile`);
  },
);
