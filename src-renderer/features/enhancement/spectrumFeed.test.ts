import { expect, it } from 'vitest';
import { SPECTRUM_BANDS } from '../../../src-shared/domain/spectrum.ts';
import { createSpectrumFeed } from './spectrumFeed.ts';

it('lets both sides fall at once, each at its own time', () => {
  let send: (bytes: Uint8Array) => void = () => undefined;
  const feed = createSpectrumFeed({
    connection: 'open',
    onConnectionChanged: () => () => undefined,
    open: (_name, _input, onBytes) => {
      send = onBytes;
      return { close: () => undefined, done: new Promise<void>(() => undefined) };
    },
  });
  feed.subscribe(() => undefined);
  feed.setLive(true);
  const hear = (db: number) => send(new Uint8Array(new Float32Array(2 * SPECTRUM_BANDS).fill(db).buffer));
  hear(-20);
  feed.advance(1000);
  hear(-80);
  expect(feed.advance(1100)).toBe(true);
  expect([feed.read('raw')[3], feed.read('clean')[3]]).toEqual([-26, -26]);
});
