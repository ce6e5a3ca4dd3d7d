import { createHash } from 'node:crypto';

const PREFIX = 'mt:v1:session:';
const KEY_LENGTH = PREFIX.length + 64;

/** Affinity keys of the form a gateway sends. */
export class KeySet {
  readonly #bytes: Buffer;

  constructor(readonly size: number) {
    const digest = (index: number): string =>
      createHash('sha256').update(String(index)).digest('hex');
    const keys = Array.from({ length: size }, (_, index) => PREFIX + digest(index));
    this.#bytes = Buffer.from(keys.join(''), 'latin1');
  }

  /** A key as a new string object, as a header parser hands it over: its hash is not known yet. */
  fresh(index: number): string {
    const at = (index % this.size) * KEY_LENGTH;
    return this.#bytes.toString('latin1', at, at + KEY_LENGTH);
  }
}

let unseenCount = 0;

/** A key that no one has seen before. */
export const unseenKey = (): string => {
  const text = PREFIX + (unseenCount++).toString(16).padStart(64, '0');
  return Buffer.from(text, 'latin1').toString('latin1');
};
