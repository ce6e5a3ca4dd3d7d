import type { Target } from '../snapshot/snapshot.js';
import { HashInput, type Hasher } from './hash.js';

/** The hash input of one target, which all its views share: one is filled and read before the next. */
export class TargetInput {
  readonly #input: HashInput;
  /** Whose prefix `#input` begins with, and how long it is. */
  #writtenSeed: string | undefined;
  #prefixLength = 0;

  constructor(
    readonly target: Target,
    hasher: Hasher,
  ) {
    this.#input = new HashInput(hasher);
  }

  /** The fields that all hash inputs of a policy begin with; written again only for another seed. */
  seeded(seed: string): HashInput {
    const input = this.#input;
    if (seed === this.#writtenSeed) return input.rewind(this.#prefixLength);
    input
      .begin()
      .field('seed', seed)
      .field('routing_key', this.target.routingKey ?? '')
      .field('model_id', this.target.modelId);
    this.#writtenSeed = seed;
    this.#prefixLength = input.length;
    return input;
  }
}
