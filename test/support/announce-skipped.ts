/** Says once, before the first test, which tests will be skipped for want of a server, and why. */
import { findServerBinary } from './server-process.js';

const SERVERS: Readonly<Record<string, string>> = {
  'redis-server': 'the tests against a real Redis',
  'olric-server': 'the tests against a real Olric cluster',
  openssl: 'the tests of Redis over TLS',
};

/** Called by vitest. */
export const setup = (): void => {
  for (const [binary, tests] of Object.entries(SERVERS)) {
    if (findServerBinary(binary) === undefined) {
      console.warn(`SKIPPED: ${tests}. \`bash .ci/install-servers\` installs ${binary}.`);
    }
  }
};
