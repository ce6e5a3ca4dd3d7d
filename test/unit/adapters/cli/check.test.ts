import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openCli, type Cli } from '../../../support/open-cli.js';

let cli: Cli;

beforeAll(() => {
  cli = openCli();
});

afterAll(() => {
  cli.remove();
});

const write = (name: string, json: unknown): string => {
  writeFileSync(join(cli.folder, name), typeof json === 'string' ? json : JSON.stringify(json));
  return name;
};

const FLEET = {
  targets: [{ model_id: 'm', clusters: [{ cluster_id: 'A', rtt_ms: 5 }] }],
};

describe('homeward check', () => {
  test('tells the three files apart and checks each', async () => {
    const args = [
      write('clusters.json', FLEET),
      write('models.json', { models: [{ model: 'm' }] }),
      write('lb.json', { models: { m: 'pulsar' } }),
    ];
    expect(await cli.run(['check', ...args])).toEqual({
      status: 0,
      stdout:
        'clusters.json (fleet) is valid (0 warnings).\n' +
        'models.json (models) is valid (0 warnings).\n' +
        'lb.json (routing) is valid (0 warnings).\n',
      stderr: '',
    });
  });

  test('names file, line, column and path of every fault', async () => {
    const fleet = write(
      'bad.json',
      '{"targets": [\n  {"model_id": "m", "clusters": [], "zone": 1}]}',
    );
    const other = write('list.json', '[]');
    const { status, stdout } = await cli.run(['check', fleet, other]);
    const [zone, verdict, list] = stdout.split('\n');
    expect(zone).toMatch(/^error: bad\.json, line 2, column 37: targets\[0\]\.zone /);
    expect(verdict).toBe('bad.json is not valid (1 error).');
    expect(list).toMatch(/^error: list\.json, line 1, column 1: .*expected an object: a fleet/);
    expect(status).toBe(1);
  });

  test('finds models that no target serves', async () => {
    const models = [{ model: 'm', routing_key: 'rk' }, { model: 'm' }];
    const args = [write('clusters.json', FLEET), write('models.json', { models })];
    const { status, stdout } = await cli.run(['check', ...args]);
    expect(stdout).toContain('models[0]: no target serves model "m" with routing key "rk"\n');
    expect(stdout).toContain('models.json (models) is valid (1 warning).');
    expect(status).toBe(0);
  });

  test('finds policies that no request reaches or that every request is refused for', async () => {
    const args = [
      write('clusters.json', FLEET),
      write('models.json', { models: [{ model: 'm', routingMethod: 'pulsar;seed=a' }] }),
      write('lb.json', { models: { m: 'random', other: 'pulsar' } }),
    ];
    const { status, stdout } = await cli.run(['check', ...args]);
    expect(stdout).toContain('models[0].routingMethod: every request is refused: ');
    expect(stdout).toContain('models.other: no target serves a model of that id');
    expect(status).toBe(1);
  });

  test("finds settings that the router's own limit cancels, in both files", async () => {
    const slow = { algorithm: 'pulsar-wait-and-widen', cache_affinity_wait_ms: 90_000 };
    const routingMethod = 'pulsar-wait-and-widen;cache_affinity_wait_ms=80000';
    const args = [
      write('models.json', { models: [{ model: 'm', routingMethod }] }),
      write('lb.json', { models: { m: slow } }),
    ];
    const { status, stdout } = await cli.run(['check', ...args]);
    expect(stdout.match(/^warning: models\.json, .*widens within 60000 ms/m)).not.toBeNull();
    expect(stdout.match(/^warning: lb\.json, .*widens within 60000 ms/m)).not.toBeNull();
    expect(status).toBe(0);
  });

  test('finds clusters that alternate between caches, and those that are never full', async () => {
    const backend = (id: string, slots: object = {}): object => ({
      ...{ id, url: `http://${id}:8000`, stats: slots },
    });
    const slots = { max_engine_concurrency: 8 };
    const clusters = [
      { cluster_id: 'A', rtt_ms: 5, backends: [backend('a1', slots), backend('a2')] },
      { cluster_id: 'B', rtt_ms: 5, stats: slots, backends: [backend('b1')] },
      {
        ...{ cluster_id: 'C', rtt_ms: 5, shared_cache: true },
        backends: [backend('c1', slots), backend('c2', slots)],
      },
    ];
    const fleet = write('clusters.json', { targets: [{ model_id: 'm', clusters }] });
    const alone = await cli.run(['check', fleet]);
    const alternating =
      /^warning: clusters\.json, .*targets\[0\]\.clusters\[0\]: its backends take turns/m;
    expect(alone.stdout).toMatch(alternating);
    expect(alone.stdout).toContain('is valid (1 warning).');
    const together = async (routing: unknown): Promise<string> =>
      (await cli.run(['check', fleet, write('lb.json', { models: { m: routing } })])).stdout;
    expect(await together('pulsar-wait-and-widen')).toMatch(
      /^warning: clusters\.json, .*targets\[0\]\.clusters\[0\]: its slots are not known/m,
    );
    expect(await together('pulsar-wait-and-widen')).toContain('(fleet) is valid (2 warnings).');
    for (const indifferent of ['round-robin', 'wait-and-widen']) {
      expect(await together(indifferent)).toContain('(fleet) is valid (1 warning).');
    }
  });

  test('finds queue limits that never slide, as no request has an SLO', async () => {
    const bounds = { max_queue_time_floor_ms: 100, max_queue_time_ceil_ms: 900 };
    const check = async (entry: object, routing: object): Promise<string> => {
      const models = write('models.json', { models: [{ model: 'm', ...entry }] });
      const algorithm = { algorithm: 'pulsar-wait-and-widen', ...routing };
      return (await cli.run(['check', models, write('lb.json', { models: { m: algorithm } })]))
        .stdout;
    };
    const finding =
      /^warning: models\.json, .*models\[0\]: without request_slo_ms the queue limit stays/m;
    expect(await check({}, bounds)).toMatch(finding);
    const routingMethod =
      'pulsar-wait-and-widen;max_queue_time_floor_ms=100;max_queue_time_ceil_ms=900';
    expect(await check({ routingMethod }, {})).toMatch(finding);
    expect(await check({ request_slo_ms: 2000 }, bounds)).not.toMatch(finding);
    expect(await check({}, {})).not.toMatch(finding);
  });

  test('prints JSON on demand', async () => {
    const file = write('clusters.json', FLEET);
    const { stdout } = await cli.run(['check', '--json', file]);
    expect(JSON.parse(stdout)).toEqual({
      files: [{ file: 'clusters.json', kind: 'fleet', errors: [], warnings: [] }],
    });
  });

  test('cannot check what cannot be read', async () => {
    const { status, stderr } = await cli.run(['check', 'nowhere.json']);
    expect(stderr).toBe('error: cannot read nowhere.json: there is no such file\n');
    expect(status).toBe(2);
  });
});

describe('homeward schema', () => {
  test('prints a JSON Schema, and knows three', async () => {
    const { stdout, status } = await cli.run(['schema', 'fleet']);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'object', required: ['targets'] });
    expect(status).toBe(0);
    expect((await cli.run(['schema', 'cluster'])).status).toBe(2);
  });
});
