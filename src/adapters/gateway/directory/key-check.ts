import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of an API key, as the bytes that keys are compared by. */
export const digestOf = (apiKey: string): Buffer => createHash('sha256').update(apiKey).digest();

/** Whether one of the digests is this one; takes as long when it is not. */
export const isAnyDigest = (digests: readonly Buffer[], digest: Buffer): boolean => {
  let isFound = false;
  for (const known of digests) {
    if (timingSafeEqual(known, digest)) isFound = true;
  }
  return isFound;
};
