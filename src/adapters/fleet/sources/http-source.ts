import * as E from 'fp-ts/lib/Either.js';
import { requireInRange, TIMER_MS, wholeFrom } from '../../../core/codec/option-ranges.js';
import { systemClock, type Clock } from '../../time/clock.js';
import { createDocumentIntake, untilClosed } from './document-intake.js';
import { fetchText, withoutSecrets } from '../../node/fetch-text.js';
import { createPollLoop } from '../../time/poll-loop.js';
import type { DocumentSource } from './document-source.js';

/** Settings of an HTTP source. */
export type HttpSourceOptions = Readonly<{
  url: string;
  /** Default 1,000 ms. */
  intervalMs?: number | undefined;
  /** For a whole answer. Default 5,000 ms. */
  timeoutMs?: number | undefined;
  /** A larger document is refused. Default 16 MiB. */
  maxBytes?: number | undefined;
  /** Sent along, such as `authorization`. */
  headers?: Readonly<Record<string, string>> | undefined;
  clock?: Clock | undefined;
}>;

const RANGES = { intervalMs: TIMER_MS, timeoutMs: TIMER_MS, maxBytes: wholeFrom(1) };

/**
 * An HTTP endpoint that is polled for the fleet document. An answer that is late, too large, no
 * JSON or faulty is refused, and what was read last stays. Throws a RangeError on
 * options out of range.
 */
export const createHttpSource = (options: HttpSourceOptions): DocumentSource => {
  requireInRange('createHttpSource', RANGES, options);
  const { url, clock = systemClock, timeoutMs = 5000 } = options;
  const maxBytes = options.maxBytes ?? 16 * 1024 * 1024;
  const headers = { accept: 'application/json', ...options.headers };
  let isClosed = false;
  let closeLoop = (): void => undefined;
  let reload = (): void => undefined;

  return {
    kind: 'http',
    name: `endpoint ${withoutSecrets(url)}`,
    start: (listener) => {
      const intake = createDocumentIntake(untilClosed(listener, () => isClosed));
      const poll = async (signal: AbortSignal): Promise<void> => {
        const limits = { clock, timeoutMs, maxBytes, isStrict: true, headers, signal };
        const askedAtMs = clock.nowMs();
        const fetched = await fetchText(url, limits);
        if (E.isLeft(fetched)) intake.failed(fetched.left);
        else intake.read(fetched.right.text, askedAtMs);
      };
      const loop = createPollLoop({ clock, intervalMs: options.intervalMs ?? 1000, poll });
      closeLoop = loop.close;
      reload = loop.poke;
      return loop.start();
    },
    reload: () => {
      reload();
    },
    close: async () => {
      isClosed = true;
      closeLoop();
    },
  };
};
