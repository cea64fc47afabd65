import {
  COMPRESSOR_LIMITS,
  COMPRESSOR_PRESETS,
  DEFAULT_COMPRESSOR,
  findCompressorPreset,
  type CompressorValues,
} from '../../../src-shared/domain/compressor.ts';
import {
  EQUALIZER_BANDS,
  EQUALIZER_GAIN_LIMITS,
  EQUALIZER_PRESETS,
  findEqualizerPreset,
} from '../../../src-shared/domain/equalizer.ts';
import { DEFAULT_GATE, GATE_LIMITS } from '../../../src-shared/domain/gate.ts';
import type { CleanMastering } from '../../services/engine/index.ts';
import { UsageError } from './output.ts';

/** What the user types for each value of the compressor. */
const COMPRESSOR_KEYS: Readonly<Record<string, keyof CompressorValues>> = {
  threshold: 'thresholdDb',
  ratio: 'ratio',
  attack: 'attackMs',
  release: 'releaseMs',
  makeup: 'makeupGainDb',
  knee: 'kneeDb',
};
const GATE_RANGE = `${GATE_LIMITS.thresholdDb.min} to ${GATE_LIMITS.thresholdDb.max}`;
const EQUALIZER_NAMES = EQUALIZER_PRESETS.map(({ id }) => id).join(', ');
const COMPRESSOR_NAMES = COMPRESSOR_PRESETS.map(({ id }) => id).join(', ');
const COMPRESSOR_RANGES = Object.entries(COMPRESSOR_KEYS)
  .map(([name, key]) => `${name} ${COMPRESSOR_LIMITS[key].min} to ${COMPRESSOR_LIMITS[key].max}`)
  .join(', ');

/** The lines of `clean --help`: in the order in which the sound goes through them. */
export const MASTERING_HELP = `  --gate DB|off          lower what is quieter than this by ${DEFAULT_GATE.rangeDb} dB, ${GATE_RANGE} (default off)
  --eq NAME|G1,…,G10     equalizer: ${EQUALIZER_NAMES};
                         or ten gains, ${EQUALIZER_GAIN_LIMITS.min} to ${EQUALIZER_GAIN_LIMITS.max} dB, at ${EQUALIZER_BANDS.map(({ label }) => label).join(', ')} Hz
  --compressor NAME|KEY=VALUE,…
                         compressor: ${COMPRESSOR_NAMES}; or any of
                         threshold, ratio, attack, release, makeup, knee (dB and ms)
  --target-lufs N        bring each file to this loudness, -60 to -5, true peaks at most at -1 dBTP
                         (those of MP3, Ogg and Opus may turn out higher); needs room on the disk
                         for a second copy meanwhile`;

/** `--gate DB|off`. */
export function parseGate(text: string | undefined): CleanMastering['gate'] {
  if (text === undefined || text === 'off') return null;
  const thresholdDb = numberWithin(text, GATE_LIMITS.thresholdDb);
  if (thresholdDb === null)
    throw new UsageError(`--gate is a number from ${GATE_RANGE} or off, not "${text}".`);
  return { ...DEFAULT_GATE, isOn: true, thresholdDb };
}

/** `--eq NAME|G1,…,G10`. */
export function parseEqualizer(text: string | undefined): CleanMastering['equalizer'] {
  if (text === undefined) return null;
  const preset = findEqualizerPreset(text);
  if (preset) return { isOn: true, gainsDb: [...preset.gainsDb] };
  const gainsDb = text
    .split(',')
    .map((part) => numberWithin(part, EQUALIZER_GAIN_LIMITS))
    .filter((gain) => gain !== null);
  if (gainsDb.length !== EQUALIZER_BANDS.length || text.split(',').length !== gainsDb.length) {
    const { min, max } = EQUALIZER_GAIN_LIMITS;
    throw new UsageError(
      `--eq is one of ${EQUALIZER_NAMES}, or ten gains from ${min} to ${max} with commas between them, not "${text}".`,
    );
  }
  return { isOn: true, gainsDb };
}

/** `--compressor NAME|KEY=VALUE,…`; what is not named keeps its default. */
export function parseCompressor(text: string | undefined): CleanMastering['compressor'] {
  if (text === undefined) return null;
  const preset = findCompressorPreset(text);
  if (preset) return { isOn: true, ...preset.values };
  const values = { ...DEFAULT_COMPRESSOR };
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim());
    const key = Object.hasOwn(COMPRESSOR_KEYS, name) ? COMPRESSOR_KEYS[name] : undefined;
    const number = key && numberWithin(value, COMPRESSOR_LIMITS[key]);
    if (!key || typeof number !== 'number') {
      throw new UsageError(
        `--compressor is one of ${COMPRESSOR_NAMES}, or values such as threshold=-20,ratio=3 (${COMPRESSOR_RANGES}), not "${part.trim()}".`,
      );
    }
    values[key] = number;
  }
  return { isOn: true, ...values };
}

function numberWithin(text: string, { min, max }: { min: number; max: number }): number | null {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) || value < min || value > max ? null : value;
}
