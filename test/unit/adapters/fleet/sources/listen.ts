import type { Fault } from '../../../../../src/core/codec/fault.js';
import type { Source, SourceListener } from '../../../../../src/adapters/time/source.js';

/** Everything a source delivered. */
export type Heard<A> = Readonly<{
  values: A[];
  /** The messages of what was refused. */
  refused: string[];
}>;

/** Starts a source and keeps what it delivers; resolves as its start does. */
export const listenTo = async <A>(source: Source<A>): Promise<Heard<A>> => {
  const { heard, listener } = createHeard<A>();
  await source.start(listener);
  return heard;
};

/** The same for a start that is not waited for. */
export const createHeard = <A>(): Readonly<{ heard: Heard<A>; listener: SourceListener<A> }> => {
  const heard: Heard<A> = { values: [], refused: [] };
  return {
    heard,
    listener: {
      onValue: (value) => heard.values.push(value),
      onRefused: (faults: readonly Fault[]) =>
        heard.refused.push(...faults.map(({ message }) => message)),
    },
  };
};
