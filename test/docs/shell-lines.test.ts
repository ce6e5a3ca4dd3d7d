/** Every line of every shell block on the pages: it is run here, or it is said why not. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLongRun } from '../support/effort.js';
import { openCli, type Cli, type Run } from '../support/open-cli.js';
import { root } from '../package/packed-folder.js';
import { blocksOf, PAGES } from './pages.js';

/** What is not run here, and why; the first that fits. */
const NOT_RUN: readonly (readonly [RegExp, string])[] = [
  [/^npm install /, 'packs and registries: test/package/tarball.test.ts installs the package'],
  [/^npm (ci|run|test)/, '.ci/run does all of these'],
  [/^homeward demo$/, 'plays for seconds: test/package/packed-commands.test.ts runs it'],
  [
    /^(STARGATE_\S+ )?homeward (up|router|gateway|picker|mock-engine) /,
    'serves until told to end: test/package/packed-commands.test.ts and test/servers start every server',
  ],
  [/^curl /, 'asks a server; test/servers ask the same'],
  [/^(podman|helm) /, 'needs containers: test/package/deploy reads and renders the files'],
  [
    /^(envoy|cp|sh) /,
    'starts what the lines above it have written or installed: test/servers/picker, test/servers/up',
  ],
];

type Line = Readonly<{ command: string; isRefused: boolean }>;

const linesOf = (page: string): readonly Line[] =>
  blocksOf(page, 'sh')
    .flatMap((block) => block.replaceAll(/\s*\\\n\s*/g, ' ').split('\n'))
    .filter((line) => line !== '')
    .map((line) => {
      const [, words, remark] = /^(.*?)(?:\s+#\s(.*))?$/.exec(line)!;
      return {
        command: words!.replaceAll('npx homeward', 'homeward').replace(/ &$/, ''),
        isRefused: remark?.startsWith('refused') ?? false,
      };
    });

const isRun = ({ command }: Line): boolean => !NOT_RUN.some(([pattern]) => pattern.test(command));

/** Too slow for every day: simulations of minutes of traffic. */
const isForToday = ({ command }: Line): boolean =>
  isLongRun || !/^homeward (tune|simulate --scenario) /.test(command);

const pages = PAGES.map(
  (page) => [page, linesOf(page).filter(isRun).filter(isForToday)] as const,
).filter(([, lines]) => lines.length > 0);

let cli: Cli;

beforeAll(() => {
  cli = openCli();
});

afterAll(() => {
  cli.remove();
});

/** An empty folder, but for the files that pages speak of. */
const layFiles = (page: string): void => {
  rmSync(cli.folder, { recursive: true });
  mkdirSync(cli.folder);
  const lay = (name: string, text: string): void => writeFileSync(join(cli.folder, name), text);
  cpSync(join(root, 'examples'), join(cli.folder, 'examples'), { recursive: true });
  cpSync(join(root, 'examples'), cli.folder, { recursive: true });
  lay('models.json', '{"models":[]}');
  lay('form.json', blocksOf('docs/routing-expressions.md', 'form')[0]!);
  const [record] = blocksOf('docs/decision-records.md', 'json')[0]!.split('\n');
  const ids = ['req-1', 'ID', ...Array.from({ length: 15 }, (_, i) => `r${String(i)}`)];
  lay('records.jsonl', ids.map((id) => record!.replace('"r1"', `"${id}"`)).join('\n'));
  for (const text of blocksOf(page, 'json')) {
    if (text.includes('"targets"')) lay('clusters.json', text);
    else if (text.includes('"models": [')) lay('models.json', text);
    else if (text.includes('"models": {')) lay('lb-config.json', text);
  }
};

/** A line of the command alone runs in this process, any other in a shell. */
const run = (command: string): Promise<Run> =>
  /^homeward [^|]*$/.test(command.replaceAll(/'[^']*'/g, ''))
    ? cli.run(wordsOf(command).slice(1))
    : cli.shell(command.replaceAll(/(^|\| )homeward /g, '$1$HOMEWARD '));

const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);

describe.each(pages)('%s', (page, lines) => {
  beforeAll(() => {
    layFiles(page);
  });

  test.each(lines.map((line) => [line.command, line.isRefused] as const))(
    '%s',
    async (command, isRefused) => {
      const { status, stdout, stderr } = await run(command);
      expect({ status, stderr: isRefused ? '' : stderr }).toEqual({
        status: isRefused ? 1 : 0,
        stderr: '',
      });
      expect(stdout).not.toBe('');
    },
  );
});

test('every reason not to run a line is needed', () => {
  const commands = PAGES.flatMap(linesOf).map(({ command }) => command);
  for (const [pattern] of NOT_RUN)
    expect(commands.some((command) => pattern.test(command))).toBe(true);
});
