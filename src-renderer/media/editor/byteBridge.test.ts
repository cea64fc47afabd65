import { ALL_FORMATS, EncodedPacketSink, Input } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { toWav } from '../../../src-shared/domain/transcript/wav.ts';
import { openSource } from './byteBridge.ts';
import type { MediaQuestion } from './previewMessages.ts';

const BLOCK_BYTES = 512 * 1024;
const SECONDS = 30;
const RATE = 48_000;

/** Some megabytes, each sample another one than those beside it. */
const file = toWav([Float32Array.from({ length: SECONDS * RATE }, (_, at) => Math.sin(at / 7))], RATE);

/** Answers as a page does, and keeps what it was asked for. */
function openFile() {
  const asked: number[] = [];
  let isBroken = false;
  const source = openSource(
    {
      sizeOf: () => Promise.resolve(file.length),
      ask(question: MediaQuestion) {
        if (question.what !== 'bytes') throw new Error('Only bytes are asked for here.');
        if (isBroken) return Promise.reject(new Error('no connection'));
        asked.push(question.fromByte / BLOCK_BYTES);
        return Promise.resolve(file.slice(question.fromByte, question.toByte));
      },
    },
    'media',
  );
  const input = new Input({ formats: ALL_FORMATS, source });
  return {
    asked,
    setBroken: (next: boolean) => (isBroken = next),
    packetAt: async (sec: number) => {
      const track = await input.getPrimaryAudioTrack();
      if (!track) throw new Error('There is no sound.');
      return await new EncodedPacketSink(track).getPacket(sec);
    },
  };
}

describe('the bytes of a media file', () => {
  it('are read in whole blocks, the next one before it is needed, and none twice', async () => {
    const { asked, packetAt } = openFile();
    for (let sec = 0; sec < SECONDS; sec += 1) {
      const packet = await packetAt(sec);
      const at = 44 + 2 * Math.round((packet?.timestamp ?? NaN) * RATE);
      expect(packet?.data).toEqual(file.subarray(at, at + (packet?.data.length ?? 0)));
    }
    const blocks = Math.ceil(file.length / BLOCK_BYTES);
    expect(asked).toEqual(Array.from({ length: blocks }, (_, index) => index));
  });

  it('are read ahead backward where that is the way', async () => {
    const { asked, packetAt } = openFile();
    await packetAt(SECONDS - 1);
    asked.length = 0;
    // Farther back than what lies beside the last place.
    await packetAt(20);
    const place = Math.floor((44 + 2 * RATE * 20) / BLOCK_BYTES);
    expect(asked).toEqual([place, place - 1]);
  });

  it('are asked for again where they did not come', async () => {
    const { packetAt, setBroken } = openFile();
    await packetAt(0);
    setBroken(true);
    await expect(packetAt(20)).rejects.toThrow('no connection');
    setBroken(false);
    expect((await packetAt(20))?.timestamp).toBeLessThanOrEqual(20);
  });
});
