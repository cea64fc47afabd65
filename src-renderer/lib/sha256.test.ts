import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Sha256 } from './sha256.ts';

describe('SHA-256 by pieces', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 70_001])(
    'is that of %i bytes, however they come',
    (length) => {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 31) & 0xff);
      const wanted = createHash('sha256').update(bytes).digest('hex');
      for (const pieceBytes of [1, 7, 64, 100_000]) {
        const hash = new Sha256();
        for (let at = 0; at < length; at += pieceBytes) hash.add(bytes.subarray(at, at + pieceBytes));
        expect(hash.hex()).toBe(wanted);
      }
    },
  );
});
