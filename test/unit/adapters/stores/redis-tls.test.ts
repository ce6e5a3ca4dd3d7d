import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRedisStore } from '../../../../src/adapters/stores/redis.js';
import { redisBinary, startRedis } from '../../../support/redis-server.js';
import {
  findServerBinary,
  freePorts,
  type ServerProcess,
} from '../../../support/server-process.js';
import { opened, problemOf, write } from './open-store.js';

const opensslBinary = findServerBinary('openssl');

/** Makes a key and a certificate for 127.0.0.1 that no authority signed. */
const makeCertificate = (): { key: string; cert: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'redis-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const shape = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', cert];
  execFileSync(opensslBinary!, ['req', '-x509', '-days', '1', ...shape, ...subject, ...files], {
    stdio: 'ignore',
  });
  return { key, cert };
};

describe.skipIf(redisBinary === undefined || opensslBinary === undefined)('Redis over TLS', () => {
  let server: ServerProcess;
  let url: string;
  beforeAll(async () => {
    const { key, cert } = makeCertificate();
    const [port] = await freePorts(1);
    const files = ['--tls-key-file', key, '--tls-cert-file', cert, '--tls-ca-cert-file', cert];
    server = await startRedis(['--tls-port', String(port), '--tls-auth-clients', 'no', ...files]);
    url = `rediss://127.0.0.1:${String(port)}`;
  });
  afterAll(() => server.kill());

  const openStore = async () => {
    const store = await opened(createRedisStore({ url }));
    onTestFinished(() => store.close());
    return store;
  };

  test('a certificate nobody vouches for is refused', async () => {
    expect(await problemOf(await openStore())).toContain('self-signed certificate');
  });

  test('a trusted one is not', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(await write(await openStore(), 'a', 'B')).toBe('ok');
  });
});
