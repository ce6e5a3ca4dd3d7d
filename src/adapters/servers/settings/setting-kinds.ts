/** The kinds of value that settings have: how each reads and what it is called. */
import { parseDurationMs } from '../../time/duration.js';
import { parseListenAddress, type ListenAddress } from '../listen/listen-address.js';
import type { SettingSpec } from './setting-table.js';

type Kind<A> = Pick<SettingSpec<A>, 'placeholder' | 'expected' | 'parse'>;

/** A timer of the process cannot be set further ahead. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A path; not empty. */
export const file: Kind<string> = {
  placeholder: '<file>',
  expected: 'the path of a file',
  parse: (text) => (text === '' ? undefined : text),
};

export const listenAddress: Kind<ListenAddress> = {
  placeholder: '<host:port>',
  expected: 'host:port, [::1]:port or port (0 to 65535)',
  parse: parseListenAddress,
};

/** An address, or `off`. */
export const optionalListenAddress: Kind<ListenAddress | 'off'> = {
  placeholder: '<host:port|off>',
  expected: 'host:port, [::1]:port, port (0 to 65535) or off',
  parse: (text) => (text === 'off' ? 'off' : parseListenAddress(text)),
};

/** ms, from 1 to `maxMs`, which need not be what a timer can wait for; `maxText` says how much. */
export const durationUpTo = (maxMs: number, maxText: string): Kind<number> => ({
  placeholder: '<duration>',
  expected: `a duration of 1ms to ${maxText}: digits and a unit ms, s, m or h, such as 20ms`,
  parse: (text) => {
    const ms = parseDurationMs(text);
    return ms !== undefined && ms >= 1 && ms <= maxMs ? ms : undefined;
  },
});

/** ms, from 1 ms to the 24 days that a timer can wait. */
export const duration = durationUpTo(MAX_TIMER_MS, `${String(MAX_TIMER_MS)}ms`);

/** ms, from 0 to 24 days. */
export const delay: Kind<number> = {
  placeholder: '<duration>',
  expected: 'a duration: digits and a unit ms, s, m or h, such as 5s',
  parse: (text) => {
    const ms = parseDurationMs(text);
    return ms !== undefined && ms <= MAX_TIMER_MS ? ms : undefined;
  },
};

/** A whole number of bytes with an optional unit `KiB`, `MiB` or `GiB`. */
export const bytes: Kind<number> = {
  placeholder: '<bytes>',
  expected: 'a number of bytes above 0, such as 65536, 64KiB, 64MiB or 1GiB',
  parse: (text) => {
    const parts = /^(\d{1,15})(KiB|MiB|GiB)?$/.exec(text);
    if (parts === null) return undefined;
    const size = Number(parts[1]) * (UNIT_BYTES[parts[2] ?? ''] ?? 1);
    return size > 0 && Number.isSafeInteger(size) ? size : undefined;
  },
};

const UNIT_BYTES: Readonly<Record<string, number>> = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** A whole number between two others, both included. */
export const count = (placeholder: string, min = 1, max = 1e15): Kind<number> => ({
  placeholder,
  expected: `a whole number from ${String(min)} to ${String(max)}`,
  parse: (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  },
});

/** One of a few words. */
export const oneOf = <const Word extends string>(...words: readonly Word[]): Kind<Word> => ({
  placeholder: `<${words.join('|')}>`,
  expected: `one of ${words.join(', ')}`,
  parse: (text) => words.find((word) => word === text),
});

/** `true` or `false`. */
export const yesOrNo: Kind<boolean> = {
  placeholder: '<true|false>',
  expected: 'true or false',
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
};
