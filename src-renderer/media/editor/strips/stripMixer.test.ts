import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CHANNEL } from '../../../../src-shared/domain/captureSetUp.ts';
import { createClip, createProject } from '../../../../src-shared/domain/edit/create.ts';
import type { Media, Project, Track } from '../../../../src-shared/domain/edit/document.ts';
import { intoStrip, tracksWithStrip } from '../../../../src-shared/domain/edit/trackStrip.ts';
import { toEngineEffects } from '../../../../src-shared/domain/stripEffects.ts';
import { denoiseMixOf } from '../../chain/chainSettings.ts';
import { cleanSound } from '../../clean/cleanSound.ts';
import { SoundMixer } from '../mixSound.ts';
import { StripLine } from './stripLine.ts';
import { StripMixer } from './stripMixer.ts';
import type { OpenStrip } from './stripStream.ts';

const MODEL = '../../../../node_modules/@sapphi-red/web-noise-suppressor/dist/rnnoise_simd.wasm';
const { buffer, byteOffset, byteLength } = readFileSync(new URL(MODEL, import.meta.url));
const model = buffer.slice(byteOffset, byteOffset + byteLength);
const MODELS = { standard: model, strong: null };
const SECONDS = 6;
const SAMPLES = SECONDS * 48_000;
const { isEnabled: _enabled, colour: _colour, ...CHANNEL } = DEFAULT_CHANNEL;
const STRIP: NonNullable<Track['strip']> = {
  ...structuredClone(CHANNEL),
  plugins: [],
  denoise: { engine: 'rnnoise', sensitivity: 90, reduction: 95 },
  compressor: { ...CHANNEL.compressor, isOn: true },
};
const MEDIA: Media = {
  id: 'voice',
  name: 'Voice',
  kind: 'audio',
  source: { type: 'take', takeId: 'take', trackId: 'voice' },
  startSec: 0,
  durationSec: SECONDS,
  video: null,
  sound: { sampleRate: 48_000, channels: 2 },
  linkId: null,
};

/** A tone that swells, and noise that is the same from whichever place it is read. */
const sampleAt = (at: number) =>
  0.3 * Math.sin(at / 30) * Math.sin(at / 20_000) ** 2 +
  ((Math.imul(at, 0x9e3779b1) >>> 16) / 65_536 - 0.5) / 20;
const readVoice = (_: string, fromSample: number, samples: number) =>
  Promise.resolve(
    Float32Array.from({ length: samples * 2 }, (_value, at) => sampleAt(fromSample + (at >> 1))),
  );

function projectWith(strip: Track['strip']): Project {
  let next = 0;
  const made = createProject('Test', () => `id${(next += 1)}`);
  const clip = createClip({
    id: 'c',
    name: 'c',
    startFrame: 0,
    lengthFrames: SECONDS * 30,
    mediaId: 'voice',
  });
  return {
    ...made,
    media: { voice: MEDIA },
    tracks: made.tracks.map((one) => (one.kind === 'audio' ? { ...one, clips: [clip], strip } : one)),
  };
}

function openHere() {
  let opened = 0;
  const open: OpenStrip = (settings) => {
    opened += 1;
    const line = new StripLine(settings);
    return { push: (block, isLast) => Promise.resolve(line.push(block, isLast)), close: () => undefined };
  };
  return { open, opened: () => opened };
}

/** As an export in a browser makes it. */
async function exportTrack(project: Project): Promise<Float32Array> {
  const [track] = tracksWithStrip(project);
  if (!track) throw new Error('No track has a chain.');
  const dry = await new SoundMixer(readVoice).mix(intoStrip(project, track), 0, SAMPLES);
  const sound = {
    sampleRate: 48_000,
    channels: 2,
    frames: SAMPLES,
    encoding: { kind: 'float', bits: 32 } as const,
    read: (from: number, count: number) => dry.subarray(2 * from, 2 * (from + count)),
  };
  const made = new Float32Array(2 * SAMPLES);
  let at = 0;
  const cleaning = {
    denoise: denoiseMixOf(STRIP.denoise),
    effects: toEngineEffects(STRIP),
    targetLufs: null,
  };
  const io = {
    scratch: { append: () => undefined, open: () => sound },
    write(block: Float32Array) {
      made.set(block, at);
      at += block.length;
    },
  };
  for (const _ of cleanSound(sound, model, cleaning, io));
  expect(at).toBe(made.length);
  return made;
}

const exported = exportTrack(projectWith(STRIP));

const levelOf = (sound: Float32Array) =>
  10 * Math.log10(sound.reduce((sum, value) => sum + value * value, 0) / sound.length + 1e-12);

describe('a track with a chain, in the preview', () => {
  it('is from its start what an export has, sample by sample and to its end', async () => {
    const project = projectWith(STRIP);
    const { open, opened } = openHere();
    const mixer = new StripMixer(readVoice, open, () => Promise.resolve(MODELS));
    const heard = new Float32Array(2 * SAMPLES);
    const piece = 7_000;
    for (let at = 0; at < SAMPLES; at += piece)
      heard.set(await mixer.mix(project, at, Math.min(piece, SAMPLES - at)), 2 * at);
    const wanted = await exported;
    expect(heard.findIndex((value, at) => value !== wanted[at])).toBe(-1);
    expect(opened()).toBe(1);
    const dry = await new SoundMixer(readVoice).mix(projectWith(null), 0, SAMPLES);
    expect(levelOf(wanted)).toBeLessThan(levelOf(dry) - 1);
  });

  it('is nearly that from any other place, after a jump back as well', async () => {
    const project = projectWith(STRIP);
    const { open, opened } = openHere();
    const mixer = new StripMixer(readVoice, open, () => Promise.resolve(MODELS));
    const wanted = await exported;
    for (const from of [4 * 48_000, 3 * 48_000 + 17]) {
      const heard = await mixer.mix(project, from, 24_000);
      const difference = heard.map((value, at) => value - (wanted[2 * from + at] ?? 0));
      expect(levelOf(difference)).toBeLessThan(levelOf(wanted) - 10);
    }
    expect(opened()).toBe(2);
  });

  it('loads no model and runs no chain where there is none', async () => {
    const { open, opened } = openHere();
    const asked: string[] = [];
    const mixer = new StripMixer(readVoice, open, (engines) => {
      asked.push(...engines);
      return Promise.resolve({ standard: null, strong: null });
    });
    const heard = await mixer.mix(projectWith(null), 0, 480);
    expect(heard).toEqual(await new SoundMixer(readVoice).mix(projectWith(null), 0, 480));
    expect([opened(), asked]).toEqual([0, []]);
  });

  it('says why where the chain fails, and plays when it does not any more', async () => {
    const { open } = openHere();
    let isBroken = true;
    const mixer = new StripMixer(readVoice, open, () =>
      isBroken ? Promise.reject(new Error('no network')) : Promise.resolve(MODELS),
    );
    const project = projectWith(STRIP);
    await expect(mixer.mix(project, 0, 480)).rejects.toThrow('no network');
    isBroken = false;
    expect(await mixer.mix(project, 0, 480)).toHaveLength(960);
  });
});
