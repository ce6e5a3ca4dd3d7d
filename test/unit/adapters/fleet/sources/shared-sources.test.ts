import { describe, expect, test } from 'vitest';
import { createSharedSources } from '../../../../../src/adapters/fleet/sources/shared-sources.js';
import type { Source, SourceListener } from '../../../../../src/adapters/time/source.js';

/** A source that a test speaks for, and how often it was opened and closed. */
const scripted = () => {
  const counts = { opened: 0, started: 0, closed: 0 };
  let listener: SourceListener<string> | undefined;
  const open = (): Source<string> => {
    counts.opened += 1;
    return {
      name: 'page',
      start: async (given) => {
        counts.started += 1;
        listener = given;
      },
      close: async () => void (counts.closed += 1),
    };
  };
  return {
    ...{ counts, open },
    say: (value: string) => listener!.onValue(value, 5),
    refuse: () => listener!.onRefused([]),
  };
};

const hearing = (heard: string[], name: string): SourceListener<string> => ({
  onValue: (value, askedAtMs) => heard.push(`${name}: ${value} at ${String(askedAtMs)}`),
  onRefused: () => heard.push(`${name}: refused`),
});

describe('sources of one key', () => {
  test('are one source, whose values everybody hears', async () => {
    const { counts, open, say } = scripted();
    const { share } = createSharedSources<string>();
    const heard: string[] = [];
    const parts = ['a', 'b'].map((name) => ({ name, source: share('key', open) }));
    for (const { name, source } of parts) await source.start(hearing(heard, name));
    expect(counts).toEqual({ opened: 1, started: 1, closed: 0 });
    say('x');
    expect(heard).toEqual(['a: x at 5', 'b: x at 5']);
  });

  test('end with the last of them, and begin anew after that', async () => {
    const { counts, open, say } = scripted();
    const { share } = createSharedSources<string>();
    const heard: string[] = [];
    const [a, b] = [share('key', open), share('key', open)];
    await a.start(hearing(heard, 'a'));
    await a.close();
    await a.close();
    say('x');
    expect([heard, counts.closed]).toEqual([[], 0]);
    await b.close();
    expect(counts.closed).toBe(1);
    share('key', open);
    expect(counts.opened).toBe(2);
  });

  test('tell nothing to one that is closed while others are told', async () => {
    const { open, say } = scripted();
    const { share } = createSharedSources<string>();
    const heard: string[] = [];
    const [a, b] = [share('key', open), share('key', open)];
    await a.start({ ...hearing(heard, 'a'), onValue: () => void b.close() });
    await b.start(hearing(heard, 'b'));
    say('x');
    expect(heard).toEqual([]);
  });

  test('tell one that joins later what was said last, once', async () => {
    const { open, say } = scripted();
    const { share } = createSharedSources<string>();
    const heard: string[] = [];
    await share('key', open).start(hearing([], 'a'));
    say('x');
    say('y');
    await share('key', open).start(hearing(heard, 'b'));
    expect(heard).toEqual(['b: y at 5']);
    const joining = share('key', open).start(hearing(heard, 'c'));
    say('z');
    await joining;
    expect(heard).toEqual(['b: y at 5', 'b: z at 5', 'c: z at 5']);
  });

  test('tell one that joins later nothing of what has been refused since, or when it has left', async () => {
    const { open, say, refuse } = scripted();
    const { share } = createSharedSources<string>();
    const heard: string[] = [];
    await share('key', open).start(hearing([], 'a'));
    say('x');
    const left = share('key', open);
    const joining = left.start(hearing(heard, 'b'));
    await left.close();
    await joining;
    refuse();
    await share('key', open).start(hearing(heard, 'c'));
    expect(heard).toEqual([]);
  });

  test('have nothing to do with those of another', async () => {
    const { counts, open } = scripted();
    const { share } = createSharedSources<string>();
    await share('key', open).start(hearing([], 'a'));
    await share('other', open).start(hearing([], 'b'));
    expect(counts.started).toBe(2);
  });
});
