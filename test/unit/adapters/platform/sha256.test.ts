import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNodeSha256 } from '../../../../src/adapters/platform/node-sha256.js';
import { createPortableSha256 } from '../../../../src/adapters/platform/portable-sha256.js';

const PLATFORMS = { node: createNodeSha256, browser: createPortableSha256 };

test.each(Object.entries(PLATFORMS))(
  '%s: pieces of text and bytes give the hash of the whole, copies go on by themselves',
  (_, createSha256) => {
    const piece = fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array());
    fc.assert(
      fc.property(fc.array(piece), fc.string(), (pieces, more) => {
        const hash = createSha256();
        for (const one of pieces) hash.update(one);
        const copy = hash.copy();
        copy.update(more);
        const whole = Buffer.concat(pieces.map((one) => Buffer.from(one)));
        const expected = createHash('sha256').update(whole);
        expect(copy.hex()).toBe(expected.copy().update(more).digest('hex'));
        expect(hash.hex()).toBe(expected.digest('hex'));
      }),
    );
  },
);
