/** Clients of others as programs of their own, none of them changed for homeward. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runProcess } from '../../../support/open-cli.js';

/** Where `.ci/install-servers` puts them. */
const INSTALLED = join(homedir(), '.local/share/homeward-ci/clients');

/** Holds talks, each of which opens with words of its own. */
export type TalkingClient = Readonly<{
  /** Goes on with talks by as many turns each, all talks at once; rejects when one fails. */
  goOn: (names: readonly string[], turns: number) => Promise<void>;
}>;

/** A client, and whether it is on this machine. */
export type OfficialClient = Readonly<{
  name: string;
  isInstalled: boolean;
  start: (base: string, model: string) => TalkingClient;
}>;

const python = join(INSTALLED, 'python/bin/python');
const modules = join(INSTALLED, 'node/node_modules');

const byProgram = (name: string, program: string, kind: string): OfficialClient => ({
  name,
  isInstalled: existsSync(program === 'talk.py' ? python : modules),
  start: (base, model) => startProgram(program, kind, { OPENAI_BASE_URL: base, MODEL: model }),
});

/** Each of them reads its settings where its own documentation says. */
export const OFFICIAL_CLIENTS: readonly OfficialClient[] = [
  byProgram('openai of Node, chat', 'talk.mjs', 'openai-chat'),
  byProgram('openai of Node, previous_response_id', 'talk.mjs', 'openai-responses'),
  byProgram('openai of Python, chat', 'talk.py', 'openai-chat'),
  byProgram('openai of Python, previous_response_id', 'talk.py', 'openai-responses'),
  byProgram('anthropic of Python, messages', 'talk.py', 'anthropic-messages'),
  byProgram('AI SDK, openai-compatible provider', 'talk.mjs', 'ai-sdk'),
  { name: 'curl', isInstalled: true, start: (base, model) => createCurl(base, model) },
];

for (const { name, isInstalled } of OFFICIAL_CLIENTS) {
  if (!isInstalled) console.warn(`SKIPPED: ${name} (\`bash .ci/install-servers\` installs it)`);
}

const startProgram = (
  program: string,
  kind: string,
  settings: Readonly<Record<string, string>>,
): TalkingClient => {
  const folder = mkdtempSync(join(tmpdir(), 'homeward-client-'));
  copyFileSync(join(import.meta.dirname, program), join(folder, program));
  symlinkSync(modules, join(folder, 'node_modules'));
  const command = program === 'talk.py' ? python : process.execPath;
  const child = spawn(command, [program, kind], {
    cwd: folder,
    env: { PATH: process.env['PATH'], OPENAI_API_KEY: 'none', ...settings },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output.err += text.toString()));
  const ended = once(child, 'close').then(() => 'ended' as const);
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  let asked = 0;
  return {
    goOn: async (names, turns) => {
      asked += 1;
      child.stdin.write(`${JSON.stringify({ names, turns })}\n`);
      while (output.out.split('\n').length <= asked) {
        const next = await Promise.race([once(child.stdout, 'data'), ended]);
        if (next === 'ended') throw new Error(`${program} ${kind}: ${output.err}`);
      }
    },
  };
};

const createCurl = (base: string, model: string): TalkingClient => {
  const talks = new Map<string, { role: string; content: string }[]>();
  const say = async (name: string): Promise<void> => {
    const messages = talks.get(name) ?? [];
    talks.set(name, messages);
    const turn = String(messages.length / 2 + 1);
    messages.push({ role: 'user', content: `talk ${name}, turn ${turn}` });
    const flags = ['-sS', '--fail-with-body', '-H', 'content-type: application/json', '-d', '@-'];
    const url = `${base}/chat/completions`;
    const run = await runProcess('/', 'curl', [...flags, url], JSON.stringify({ model, messages }));
    if (run.status !== 0) throw new Error(`curl: ${run.stderr}${run.stdout}`);
    const answer = JSON.parse(run.stdout) as { choices: { message: (typeof messages)[number] }[] };
    messages.push(answer.choices[0]!.message);
  };
  const goOn = async (name: string, turns: number): Promise<void> => {
    for (let i = 0; i < turns; i++) await say(name);
  };
  return {
    goOn: async (names, turns) => {
      await Promise.all(names.map((name) => goOn(name, turns)));
    },
  };
};
