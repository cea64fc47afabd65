import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { ClickRepair } from '../dsp/clickRepair.ts';
import { joined, type FileRepair } from '../dsp/fileRepair.ts';
import { HumRepair } from '../dsp/humRepair.ts';
import { PlosiveRepair } from '../dsp/plosiveRepair.ts';
import { RoomRepair } from '../dsp/roomRepair.ts';
import { interleavedOf, planesOf, type SoundSource } from './sound.ts';

/** What of the effects comes before the noise model, as files have it; to be read from its beginning on, without a gap: native/take/repairing_source.cpp. */
export function withoutDefects(sound: SoundSource, settings: EngineEffects): SoundSource {
  const { channels, sampleRate } = sound;
  const { deClick, deHum, dePlosive, deReverb } = settings;
  const repairs: FileRepair[] = [];
  if (deClick.isOn) repairs.push(new ClickRepair(deClick, sampleRate, channels));
  if (deHum.isOn) repairs.push(new HumRepair(deHum, sampleRate, channels));
  if (dePlosive.isOn) repairs.push(new PlosiveRepair(dePlosive, sampleRate, channels));
  if (deReverb.isOn) repairs.push(new RoomRepair(deReverb, sampleRate, channels));
  if (repairs.length === 0) return sound;
  const stages = repairs.map((repair) => new Stage(repair, channels));
  const last = stages.at(-1)!;
  let taken = 0;
  const read = (_from: number, frames: number) => {
    while (last.readyFrames < frames && taken < sound.frames) {
      let planes = planesOf(sound.read(taken, frames), channels);
      taken += frames;
      for (const stage of stages) {
        stage.process(planes, taken >= sound.frames);
        if (stage !== last) planes = stage.take(Infinity);
      }
    }
    const ready = last.take(frames);
    return interleavedOf(ready, ready[0]!.length);
  };
  return { ...sound, read };
}

/** A repair and what has come out of it: one channel may be ahead of the others. */
class Stage {
  readonly #repair: FileRepair;
  #ready: Float32Array<ArrayBuffer>[];

  constructor(repair: FileRepair, channels: number) {
    this.#repair = repair;
    this.#ready = Array.from({ length: channels }, () => new Float32Array(0));
  }

  get readyFrames(): number {
    return Math.min(...this.#ready.map(({ length }) => length));
  }

  process(planes: readonly Float32Array[], isLast: boolean): void {
    const done = this.#repair.process(planes, isLast);
    this.#ready = this.#ready.map((before, k) => joined(before, done[k]!));
  }

  take(most: number): Float32Array<ArrayBuffer>[] {
    const count = Math.min(most, this.readyFrames);
    const taken = this.#ready.map((channel) => channel.slice(0, count));
    this.#ready = this.#ready.map((channel) => channel.slice(count));
    return taken;
  }
}
