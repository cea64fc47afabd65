import { ClickRepair } from '../dsp/clickRepair.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { interleavedOf, planesOf, type SoundSource } from './sound.ts';

/** To be read from its beginning on, without a gap: native/take/repairing_source.cpp. */
export function withoutClicks(sound: SoundSource, settings: EngineEffects['deClick']): SoundSource {
  const { channels, sampleRate } = sound;
  const clicks = new ClickRepair(settings, sampleRate, channels);
  let taken = 0;
  let ready = Array.from({ length: channels }, () => new Float32Array(0));
  const readyFrames = () => Math.min(...ready.map(({ length }) => length));
  const read = (_from: number, frames: number) => {
    while (readyFrames() < frames && taken < sound.frames) {
      const block = sound.read(taken, frames);
      taken += frames;
      const done = clicks.process(planesOf(block, channels), taken >= sound.frames);
      ready = ready.map((before, k) => joined(before, done[k]!));
    }
    const count = Math.min(frames, readyFrames());
    const samples = interleavedOf(
      ready.map((channel) => channel.subarray(0, count)),
      count,
    );
    ready = ready.map((channel) => channel.slice(count));
    return samples;
  };
  return { ...sound, read };
}

function joined(one: Float32Array, other: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
