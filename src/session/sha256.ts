/**
 * The SHA-256 port. Session code never picks a library; the package entry hands one in: the
 * platform's own under Node, a portable one in browsers.
 */
export type Sha256 = Readonly<{
  /** Adds bytes, or a text as UTF-8. A text must not end between the halves of a surrogate pair. */
  update: (piece: string | Uint8Array) => void;
  /** A hash that has taken in the same so far, and goes on by itself. */
  copy: () => Sha256;
  /** 64 hexadecimal digits in lower case. Ends the hash: nothing may be called after it. */
  hex: () => string;
}>;

/** Begins a hash. */
export type CreateSha256 = () => Sha256;

/** Hex SHA-256 of a whole text. */
export const hexSha256 = (text: string, createSha256: CreateSha256): string => {
  const hash = createSha256();
  hash.update(text);
  return hash.hex();
};
