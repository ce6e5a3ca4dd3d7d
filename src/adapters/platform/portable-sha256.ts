import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { CreateSha256, Sha256 } from '../../session/sha256.js';

/** SHA-256 in JavaScript, for browsers: theirs is asynchronous and takes no pieces. */
export const createPortableSha256: CreateSha256 = () => over(sha256.create());

const encoder = new TextEncoder();

const over = (hash: ReturnType<typeof sha256.create>): Sha256 => ({
  update: (piece) => {
    hash.update(typeof piece === 'string' ? encoder.encode(piece) : piece);
  },
  copy: () => over(hash.clone()),
  hex: () => bytesToHex(hash.digest()),
});
