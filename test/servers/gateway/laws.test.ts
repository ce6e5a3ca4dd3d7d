import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  headersForRouter,
  prepareRequest,
  withModelInJson,
  type ModelEntry,
} from '../../../src/adapters/gateway/index.js';
import { parseRoutingHeaders } from '../../../src/adapters/http/index.js';
import { checkLaw } from '../../support/check-law.js';

const ENTRY: ModelEntry = {
  ...{ routingKey: 'rk', model: 'm', routingMethod: 'pulsar', priority: 7 },
  forwardAuthorization: false,
};

/** JSON text as different writers make it: spaces, escapes and member order vary. */
const jsonText = (value: unknown, space: string): string => {
  if (Array.isArray(value))
    return `[${space}${value.map((one) => jsonText(one, space)).join(`${space},`)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) =>
      `${space}${escaped(name, space)}${space}:${space}${jsonText(member, space)}`,
  );
  return `{${members.join(`${space},`)}${space}}`;
};

/** With spaces around, names are also written in escapes. */
const escaped = (name: string, space: string): string =>
  space === ''
    ? JSON.stringify(name)
    : `"${Array.from({ length: name.length }, (_, at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

const body = fc.tuple(
  fc.dictionary(fc.oneof(fc.constant('model'), fc.string()), fc.jsonValue({ maxDepth: 3 }), {
    maxKeys: 6,
  }),
  fc.constantFrom('', ' ', '\n\t '),
  fc.string({ minLength: 1 }),
);

describe('the body of a request for a scoped model', () => {
  test('says the same afterwards, but for the model', () => {
    checkLaw(body, 2_000, ([members, space, model]) => {
      const given = { ...members, model: 'rk/m' };
      const text = jsonText(given, space);
      const written = withModelInJson(text, model);
      expect(JSON.parse(written)).toEqual({ ...(JSON.parse(text) as object), model });
      expect(written.length - text.length).toBe(JSON.stringify(model).length - '"rk/m"'.length);
    });
  });

  test('stays as it is without a text of that name at its top', () => {
    checkLaw(body, 1_000, ([members, space, model]) => {
      const others = Object.fromEntries(
        Object.entries(members).filter(([name]) => name !== 'model'),
      );
      const text = jsonText(
        { inner: { model: 'rk/m' }, list: ['model', 'rk/m'], ...others },
        space,
      );
      expect(withModelInJson(text, model)).toBe(text);
    });
  });
});

const NAMES = [
  ...['x-routing-method', 'X-Routing-Key', 'x_model', 'X-INPUT-TOKENS', 'x-cache_affinity-key'],
  ...['x-priority', 'X_Priority', 'x-request-id', 'x_request_id', 'x-stargate-last-cluster-id'],
  ...['X_Stargate_Max_Wait_Ms', 'x-request-slo-ms', 'x-max-wait-ms', 'connection', 'x-custom'],
  ...['authorization', 'content-length', 'transfer-encoding', 'x-multi-turn-session-id'],
];

const value = fc.oneof(
  fc.constantFrom('forged', '0', '-1', 'x-model, x-routing-key', 'close, x-request-id', ''),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);

const lines = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), value), { maxLength: 12 })
  .map((pairs) => pairs.flat());

describe('the headers of a request to the router', () => {
  test('say what the gateway says, whatever the caller sent', () => {
    checkLaw(fc.tuple(lines, fc.boolean()), 5_000, ([headers, hasHint]) => {
      const prepared = prepareRequest({
        kind: 'chat',
        headers,
        json: { messages: [] },
        entry: ENTRY,
      });
      if (E.isLeft(prepared)) return;
      const sent = headersForRouter(headers, prepared.right, {
        ...{ requestId: 'r-1', trace: {}, isBodyRewritten: true },
        lastClusterId: hasHint ? O.some('B') : O.none,
      });
      const { session } = prepared.right;
      expect(parseRoutingHeaders(sent)).toEqual(
        E.right({
          requestId: 'r-1',
          inputTokens: 5,
          model: 'm',
          routingKey: 'rk',
          routingMethod: 'pulsar',
          affinityKey: O.isSome(session) ? session.value.affinityKey : undefined,
          lastClusterId: hasHint ? 'B' : undefined,
          priority: 7,
          requestSloMs: undefined,
          maxWaitMs: undefined,
          retryBudgetMs: undefined,
        }),
      );
      const names = sent.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
      expect(names).not.toContain('content-length');
      expect(names).not.toContain('authorization');
      for (const name of ['x-request-id', 'x-model', 'x-priority', 'x-routing-key']) {
        const spellings = names.filter((given) => given.replaceAll('_', '-') === name);
        expect(spellings).toEqual([name]);
      }
    });
  });
});
