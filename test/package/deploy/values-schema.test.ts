/** The charts refuse values that they do not know: a schema beside `values.yaml`, made of it. */
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { FULL_VALUES, helm, helmBinary, render, valuesOf } from './helm.js';

const CHARTS = ['llm-api-gateway', 'llm-request-router'];

/** What stands in these is checked by the servers or by Kubernetes. */
const PASSED_ON: readonly string[] = [
  ...['routing.config', 'clusters.content', 'models.content', 'resources'],
];

const SCALAR = { type: ['string', 'number', 'boolean'] };

const schemaOf = (value: unknown, path = ''): object => {
  if (Array.isArray(value)) return { type: 'array' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'number') return { type: 'integer' };
  if (typeof value !== 'object' || value === null) return SCALAR;
  const members = Object.entries(value);
  if (members.length === 0 || PASSED_ON.includes(path)) return { type: 'object' };
  const properties = members.map(([name, inner]) => [
    name,
    schemaOf(inner, path === '' ? name : `${path}.${name}`),
  ]);
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      // Helm hands it to every chart that another one holds, with what that one turns it on by.
      ...(path === '' && { global: { type: 'object' }, enabled: { type: 'boolean' } }),
      ...(Object.fromEntries(properties) as object),
    },
  };
};

test.each(CHARTS)(
  'the schema of %s is that of its values (`vitest run -u` writes it)',
  async (chart) => {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    const text = JSON.stringify({ $schema, ...schemaOf(valuesOf(chart)) });
    await expect(await format(text, { parser: 'json', printWidth: 100 })).toMatchFileSnapshot(
      `../../../deploy/helm/${chart}/values.schema.json`,
    );
  },
);

describe.skipIf(helmBinary === undefined).each(CHARTS)('%s', (chart) => {
  test.each([
    ['a misspelt value', 'replicaCont=3', /replicaCont/],
    [
      'a misspelt setting',
      'settings.HOMEWARD_ROUTER_MAX_BODDY="1MiB"',
      /HOMEWARD_ROUTER_MAX_BODDY/,
    ],
    ['a misspelt member', 'shutdown.graceSecond=3', /graceSecond/],
    ['a text for yes or no', 'metrics.podMonitor="false"', /podMonitor/],
  ])('refuses %s, and names it', (_, value, named) => {
    expect(() => helm('template', chart, chart, '--set-json', value)).toThrow(named);
  });

  test('takes what it passes on, numbers as settings, and what Helm itself hands in', () => {
    const values = [
      ...FULL_VALUES[chart]!,
      ...['resources={"limits":{"nvidia.com/gpu":1}}', 'affinity={"nodeAffinity":{}}'],
      ...['podAnnotations={"a":"b"}', 'global={"imageRegistry":"x"}', 'image.tag=1.5'],
      'enabled=true',
    ];
    expect(render(chart, ...values).length).toBeGreaterThan(0);
  });
});
