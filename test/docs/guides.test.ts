import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createProgram } from '../../src/adapters/cli/program.js';
import { parseModelList } from '../../src/adapters/gateway/index.js';
import { LAST_CLUSTER_SETTINGS } from '../../src/adapters/gateway/last-cluster/settings.js';
import { parseFleetDocument } from '../../src/adapters/fleet/document/fleet-document.js';
import { settingRows } from '../../src/adapters/servers/settings/setting-options.js';
import { debugQuestionCodec } from '../../src/adapters/router/server/debug-question.js';
import { decodeWith } from '../../src/core/codec/codec.js';
import { parseAlgorithmConfig, parseLbConfig, parseSnapshot } from '../../src/index.js';
import { faultsOf } from '../package/deploy/promql.js';
import { ERROR_CODES } from '../../src/adapters/http/index.js';
import { blocksOf, linksOf, PAGES, readPage } from './pages.js';

const jsonOf = (page: string): unknown[] =>
  blocksOf(page, 'json').map((text) => JSON.parse(text) as unknown);

const isRead = (read: E.Either<unknown, unknown>): void => {
  expect(E.isLeft(read) ? read.left : []).toEqual([]);
};

describe('docs/index.md', () => {
  test('names every page once, and no other', () => {
    const listed = linksOf(readPage('docs/index.md'))
      .filter((link) => !link.startsWith('../'))
      .filter((link, at, all) => link !== 'start.md' || all.indexOf(link) !== at)
      .map((link) => `docs/${link}`);
    const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/index.md');
    expect(listed.sort()).toEqual(pages);
  });

  test('has the four kinds of pages', () => {
    const groups = [...readPage('docs/index.md').matchAll(/^## (.*)$/gm)].map(([, name]) => name);
    expect(groups).toEqual(['Tutorial', 'How-to', 'Reference', 'Explanation']);
  });
});

test('docs/start.md shows a configuration that loads', () => {
  for (const json of jsonOf('docs/start.md')) isRead(parseLbConfig(json));
});

test('docs/choosing-settings.md starts from settings that an algorithm takes', () => {
  for (const json of jsonOf('docs/choosing-settings.md')) isRead(parseAlgorithmConfig(json));
});

describe('docs/deployment.md', () => {
  test('has a fleet, a configuration and models that are read, and agree', () => {
    const [fleet, config, models] = jsonOf('docs/deployment.md');
    isRead(parseFleetDocument(fleet));
    isRead(parseLbConfig(config));
    isRead(parseModelList(models));
  });

  test('gives a pod more time than preStop and grace take together', () => {
    const pod = parseAllDocuments(blocksOf('docs/deployment.md', 'yaml')[0]!)[0]!.toJS() as {
      spec: {
        terminationGracePeriodSeconds: number;
        containers: { env: { name: string; value: string }[]; lifecycle: unknown }[];
      };
    };
    const { terminationGracePeriodSeconds, containers } = pod.spec;
    const grace = containers[0]!.env.find(({ name }) => name.endsWith('SHUTDOWN_GRACE'))!.value;
    const preStop = /"sleep","(\d+)"/.exec(JSON.stringify(containers[0]!.lifecycle))![1]!;
    expect(terminationGracePeriodSeconds).toBeGreaterThan(parseInt(grace) + Number(preStop));
  });
});

test('docs/engine-metrics.md shows a backend that a fleet takes', () => {
  const backends = jsonOf('docs/engine-metrics.md');
  const clusters = [{ cluster_id: 'A', rtt_ms: 1, backends }];
  isRead(parseFleetDocument({ targets: [{ model_id: 'm', clusters }] }));
});

test('docs/router.md shows a question that the admin listener takes', () => {
  const [question] = jsonOf('docs/router.md');
  isRead(decodeWith(debugQuestionCodec, question));
});

test('docs/measuring.md asks for series that there are', () => {
  const queries = blocksOf('docs/measuring.md', 'promql');
  expect(queries).toHaveLength(1);
  for (const query of queries) expect(faultsOf(query)).toEqual([]);
});

test.each([
  [
    'docs/load-balancer-configuration.md',
    parseLbConfig({
      models: {
        'model-a': { algorithm: 'pulsar', last_cluster_affinity: true },
        'model-b': { algorithm: 'wait-and-widen', max_queue: 3 },
      },
    }),
  ],
  [
    'docs/snapshot.md',
    parseSnapshot({
      model_id: 'm',
      clusters: [
        { cluster_id: 'A', rtt_ms: 1, stats: { queue_size: '3' } },
        ...['B', 'C', 'D', 'A'].map((cluster_id) => ({ cluster_id, rtt_ms: 1 })),
      ],
    }),
  ],
])('%s shows faults as they are told', (page, refused) => {
  const told = E.isLeft(refused) ? refused.left.map(({ message }) => message) : [];
  expect(told.join('\n')).toBe(blocksOf(page, 'text')[0]);
});

test('docs/security.md shows a network policy', () => {
  const policy = parseAllDocuments(blocksOf('docs/security.md', 'yaml')[0]!)[0]!;
  expect(policy.errors).toEqual([]);
  expect(policy.toJS()).toMatchObject({
    kind: 'NetworkPolicy',
    spec: { policyTypes: ['Ingress'] },
  });
});

test('docs/overview/llm-gateway.md lists the variables of the memory as the table in code has them', () => {
  expect(readPage('docs/overview/llm-gateway.md')).toContain(
    `\n${settingRows(LAST_CLUSTER_SETTINGS).join('\n')}\n`,
  );
});

test('docs/troubleshooting.md explains every 503 of the router, and every reason of unavailability', () => {
  const page = readPage('docs/troubleshooting.md');
  const codes = Object.entries(ERROR_CODES).filter(([, { status }]) => status === 503);
  for (const [code] of codes) expect(page).toContain(`| \`${code}\` |`);
  const reasons = [
    ...readPage('docs/algorithms.md').matchAll(
      /`(no_\w+|all_excluded|kv_infeasible|over_queue_slo)`/g,
    ),
  ];
  expect(reasons.length).toBeGreaterThan(6);
  for (const [, reason] of reasons) expect(page).toContain(`| \`${reason!}\` |`);
});

/** Lines of shell blocks that call the command, as words; comments and what follows them left out. */
const callsOf = (page: string): string[][] =>
  blocksOf(page, 'sh')
    .flatMap((block) => block.split('\n'))
    .map((line) => /(?:^|npx |^[A-Z_]+=\S+ )homeward (?<rest>[^#|&]*)/.exec(line)?.groups?.['rest'])
    .filter((rest) => rest !== undefined)
    .map((rest) =>
      rest
        .replaceAll(/'[^']*'/g, 'QUOTED')
        .trim()
        .split(/\s+/),
    );

/** The command that words name, its subcommands included. */
const commandOf = (words: readonly string[]): Command => {
  let command: Command = createProgram();
  for (const word of words) {
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (next === undefined) break;
    command = next;
  }
  return command;
};

test.each(PAGES)('%s calls the command with flags that it has', (page) => {
  for (const words of callsOf(page)) {
    const command = commandOf(words);
    expect(command.name(), words.join(' ')).toMatch(
      words[0]!.startsWith('--') ? /./ : /^(?!homeward$)/,
    );
    const known = command.options.map(({ long }) => long);
    for (const word of words.filter((word) => word.startsWith('--'))) {
      if (word !== '--help') expect(known, words.join(' ')).toContain(word.split('=')[0]);
    }
  }
});
