import { createBodyBudget } from '../gateway/request/body-budget.js';
import type { Router } from '../router/routing/create-router.js';
import { SameDelay } from '../time/same-delay.js';
import type { AcceptRules } from './accept/port.js';
import type { OpenCall } from './grpc/grpc-call.js';
import { DEFAULT_STREAM_LIMITS, type StreamLimits } from './stream/limits.js';
import { PickerStream } from './stream/picker-stream.js';
import type { WireCodec } from './wire/wire-codec.js';

/** What a picker is built from. */
export type PickerOptions = Readonly<{
  /** Decides, waits and reserves; its owner starts and closes it. */
  router: Router;
  /** Who may send a request, and what it is. */
  rules: AcceptRules;
  codec: WireCodec;
  limits?: Partial<StreamLimits>;
}>;

/** Answers a proxy's external processing calls. */
export type Picker = Readonly<{
  /** Takes on one stream, which is one HTTP request. */
  open: OpenCall;
  /** Streams that are not over. */
  streamCount: () => number;
  /** Lets go of the requests whose responses are on their way, now and from now on. */
  release: () => void;
}>;

/** Makes a picker. */
export const createPicker = ({ router, rules, codec, limits }: PickerOptions): Picker => {
  let isReleasing = false;
  const all = { ...DEFAULT_STREAM_LIMITS, ...limits };
  const ports = {
    ...{ router, rules, codec, limits: all, budget: createBodyBudget(all.bodyBudgetBytes) },
    patience: new SameDelay(router.clock, all.patienceAfterMs),
    isReleasing: () => isReleasing,
  };
  const streams = new Set<PickerStream>();
  return {
    open: (call) => {
      const stream = new PickerStream(ports, call, (ended) => streams.delete(ended));
      streams.add(stream);
      return stream;
    },
    streamCount: () => streams.size,
    release: () => {
      isReleasing = true;
      for (const stream of streams) stream.release();
    },
  };
};
