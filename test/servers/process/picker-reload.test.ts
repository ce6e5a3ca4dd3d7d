/** What a picker reads again at SIGHUP besides the document of its fleet. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { once } from 'node:events';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import { startServerCommand } from './support/servers.js';

const pairOf = async (name: string): Promise<Readonly<Record<'cert.pem' | 'key.pem', string>>> => {
  const made = await generate([{ name: 'commonName', value: name }], {
    ...{ keyType: 'ec', curve: 'P-256', algorithm: 'sha256' },
  });
  return { 'cert.pem': made.cert, 'key.pem': made.private };
};

/** The name in the certificate that a new connection is shown. */
const nameShownBy = async (printed: string): Promise<string> => {
  const { hostname, port } = new URL(/grpcs:(\S+)/.exec(printed)![1]!, 'http://x');
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject }: PeerCertificate = socket.getPeerCertificate();
  socket.destroy();
  return String(subject.CN);
};

test('the certificate, for those who connect from then on, and the routing configuration', async () => {
  const files = { ...(await pairOf('one')), 'lb-config.json': '{"models":{"m":"power-of-n"}}' };
  const tls = ['--tls', 'files', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
  const flags = [...tls, '--config', 'lb-config.json'];
  const { command, folder, logged } = await startServerCommand('picker', { flags, files });
  expect(await nameShownBy(command.output.out)).toBe('one');
  for (const [name, text] of Object.entries(await pairOf('two'))) {
    writeFileSync(join(folder, name), text);
  }
  command.child.kill('SIGHUP');
  // One of each at the start and at the signal, but the certificate of the start is not told.
  await logged('config_loaded', 3);
  expect(await nameShownBy(command.output.out)).toBe('two');
  writeFileSync(join(folder, 'key.pem'), 'no key');
  writeFileSync(join(folder, 'lb-config.json'), '{"models":{"m":"best"}}');
  command.child.kill('SIGHUP');
  await logged('config_rejected', 2);
  expect(await nameShownBy(command.output.out)).toBe('two');
  command.child.kill('SIGTERM');
  expect(await command.exit).toBe(0);
});
