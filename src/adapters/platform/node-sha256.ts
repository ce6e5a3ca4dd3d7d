import { createHash, type Hash } from 'node:crypto';
import type { CreateSha256, Sha256 } from '../../session/sha256.js';

/** SHA-256 by the platform: ten times as fast as one in JavaScript. */
export const createNodeSha256: CreateSha256 = () => over(createHash('sha256'));

const over = (hash: Hash): Sha256 => ({
  update: (piece) => {
    hash.update(piece);
  },
  copy: () => over(hash.copy()),
  hex: () => hash.digest('hex'),
});
