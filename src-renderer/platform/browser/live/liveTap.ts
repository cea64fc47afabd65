import type { FrameRecord } from '../../../media/chain/frameRecord.ts';
import { MODEL_RATE_HZ } from '../../../media/chain/rnnoise.ts';
import { Spectrum } from '../../../media/meters/spectrum.ts';
import { SPECTRUM_BANDS, spectrumBandEdgesHz } from '../../../../src-shared/domain/spectrum.ts';
import { createByteFanOut, type ByteFanOut } from '../../../../src-shared/rpc/index.ts';

/** The streams of a live session, for any number of readers across sessions. */
export interface LiveTap {
  readonly scope: ByteFanOut;
  readonly spectrum: ByteFanOut;
  /** With its header first. */
  readSound(signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Whether somebody watches what needs the sound itself. */
  readonly wantsSound: boolean;
  /** Raw and clean by turns. */
  push(records: readonly FrameRecord[], sound: Float32Array | null): void;
  /** Another session: what was heard is forgotten. */
  reset(): void;
}

export function createLiveTap(onSoundWantedChanged: (isWanted: boolean) => void): LiveTap {
  let wantsSound = false;
  const update = () => {
    const isWanted = spectrum.readerCount + sound.readerCount > 0;
    if (isWanted === wantsSound) return;
    wantsSound = isWanted;
    onSoundWantedChanged(isWanted);
  };
  const scope = createByteFanOut();
  const spectrum = createByteFanOut(update);
  const sound = createByteFanOut(update);
  let spectra = newSpectra();

  function pushSpectrum(pairs: Float32Array): void {
    const levels = new Float32Array(2 * SPECTRUM_BANDS);
    const samples = new Float32Array(pairs.length / 2);
    spectra.forEach((one, end) => {
      for (let i = 0; i < samples.length; i += 1) samples[i] = pairs[2 * i + end]!;
      one.add(samples);
      one.read(levels.subarray(end * SPECTRUM_BANDS, (end + 1) * SPECTRUM_BANDS));
    });
    spectrum.push(littleEndian(levels));
  }

  return {
    scope,
    spectrum,
    async *readSound(signal) {
      yield new TextEncoder().encode(JSON.stringify({ sampleRate: MODEL_RATE_HZ }));
      yield* sound.read(signal);
    },
    get wantsSound() {
      return wantsSound;
    },
    push(records, pairs) {
      if (scope.readerCount > 0 && records.length > 0) {
        scope.push(
          littleEndian(
            Float32Array.from(
              records.flatMap(({ inputPeak, outputPeak }) => [
                Math.min(inputPeak, 1),
                Math.min(outputPeak, 1),
              ]),
            ),
          ),
        );
      }
      if (!pairs) return;
      if (spectrum.readerCount > 0) pushSpectrum(pairs);
      if (sound.readerCount > 0) sound.push(littleEndian(pairs));
    },
    reset: () => void (spectra = newSpectra()),
  };
}

function newSpectra(): Spectrum[] {
  const edgesHz = spectrumBandEdgesHz();
  return [new Spectrum(MODEL_RATE_HZ, edgesHz), new Spectrum(MODEL_RATE_HZ, edgesHz)];
}

/** The contract's order of bytes: browsers run on no other. */
function littleEndian(values: Float32Array): Uint8Array {
  return new Uint8Array(values.buffer.slice(values.byteOffset, values.byteOffset + values.byteLength));
}
