import { describe, expect, test } from 'vitest';
import { renderRejection } from '../../../src/expression/index.js';
import { rejected } from './outcome.js';

const render = (text: string): string[] => renderRejection(text, rejected(text)).split('\n');

describe('a rendered rejection', () => {
  test('has the text, a caret under the fault, and the message', () => {
    expect(render('  pulsar;;seed=a')).toEqual([
      '  pulsar;;seed=a',
      '         ^',
      'malformed routing expression at position 9: expected a parameter after ";", but found ";"',
    ]);
  });

  test('points behind a text that ends too early, and at a blank one', () => {
    expect(render('pulsar;seed=').slice(0, 2)).toEqual(['pulsar;seed=', '            ^']);
    expect(render('').slice(0, 2)).toEqual(['', '^']);
  });

  test('points at the value that is wrong, not at its parameter', () => {
    expect(render('wait-and-widen;n=0;seed=a').slice(0, 2)).toEqual([
      'wait-and-widen;n=0;seed=a',
      '                 ^',
    ]);
  });

  test('escapes what would move the caret or the terminal', () => {
    expect(render('pulsar;seed=\u001b[31mred').slice(0, 2)).toEqual([
      'pulsar;seed=\\u{1b}[31mred',
      '            ^',
    ]);
    expect(render('\tpulsar\r\n\u00fc\u{1f600}').slice(0, 2)).toEqual([
      '\\tpulsar\\r\\n\\u{fc}\\u{d83d}\\u{de00}',
      '^',
    ]);
    const [line, caret] = render(`pulsar;seed=a;seed=\u00fc`);
    expect(line!.indexOf('\\u{fc}')).toBe(caret!.indexOf('^'));
  });

  test('shows only the surroundings of the fault in a long text', () => {
    const [line, caret] = render(`wait-and-widen;seed=${'x'.repeat(500)};n=0;max_queued=1`);
    expect(line).toMatch(/^\.\.\.x+;n=0;max_queued=1$/);
    expect(line!.slice(caret!.indexOf('^'))).toBe('0;max_queued=1');
    const [start] = render(`9${'x'.repeat(1_000_000)}`);
    expect(start).toBe(`...${'x'.repeat(72)}...`);
  });
});
