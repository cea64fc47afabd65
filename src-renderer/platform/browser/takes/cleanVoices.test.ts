import { describe, expect, it } from 'vitest';
import type { TakeDocument, TakeTrack } from '../../../../src-shared/contract/takes.ts';
import { WavWriter } from '../../../media/clean/wavWriter.ts';
import { readCleaned, withCleaned } from './cleanVoices.ts';

const kept = {
  engine: 'rnnoise',
  sensitivity: 90,
  reduction: 95,
  cleanedAtMs: 1,
  tracks: [{ of: 'microphone', file: 'clean-audio-1.wav', frames: 3, channels: 1 }],
} as const;

const documentOf = (...ids: string[]) =>
  ({ tracks: ids.map((id) => ({ id, name: id, kind: 'channel', file: 'audio-1.webm' })) }) as TakeDocument;

/** As the worker that cleans writes a result. */
function wavOf(samples: readonly number[], channels: number): Blob {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const sink = { write: (bytes: Uint8Array) => void pieces.push(new Uint8Array(bytes)) };
  const encoding = { kind: 'integer', bits: 24 } as const;
  const frames = samples.length / channels;
  const writer = new WavWriter(sink, { sampleRate: 48_000, channels, frames, encoding });
  writer.write(Float32Array.from(samples));
  writer.finish();
  return new Blob(pieces);
}

describe('the cleaned voices of a browser', () => {
  it('are beside the recorded ones, each with files of its own', () => {
    const document = withCleaned(documentOf('microphone', 'system'), {
      ...kept,
      tracks: [...kept.tracks],
    });
    expect(document.tracks.map(({ id }) => id)).toEqual(['microphone', 'system', 'cleaned:microphone']);
    expect(document.tracks[2]).toMatchObject({
      kind: 'cleaned',
      of: 'microphone',
      framesWritten: 3,
      file: 'clean-audio-1.wav',
      peaks: 'clean-audio-1.peaks',
    });
    expect(document.cleaning).toMatchObject({ engine: 'rnnoise', reduction: 95 });
  });

  it.each([1, 2])(
    'are read from any frame, of %i channels, whatever the length of the file',
    async (channels) => {
      const samples = [0.5, -0.5, 0.25, -1, 0, 0.125].slice(0, 3 * channels);
      const track = { channels, framesWritten: 3 } as TakeTrack;
      const read = await readCleaned(wavOf(samples, channels), track, { fromFrame: 1, frames: 10 });
      expect([...read]).toEqual(samples.slice(channels));
    },
  );
});
