import { randomUUID } from 'node:crypto';
import type { TakeCleaning } from '../../../src-shared/contract/takes.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { DEFAULT_CLEANING, VOICE_ENGINES } from '../../../src-shared/domain/denoise.ts';
import { STRIP_EFFECTS } from '../../../src-shared/domain/stripEffects.ts';
import { voicesOf } from '../../../src-shared/domain/takeVoices.ts';
import type { EngineService, TakeJobTask } from '../../services/engine/index.ts';
import { cleanVoices, readTakeFolder, type TakeFolder } from '../../services/takes/index.ts';
import { createCommandLog } from './engine.ts';
import { UsageError } from './output.ts';
import { parseDenoiseEngine, parseNumber } from './parse.ts';
import { createCommandPlan } from './plan.ts';

export const VOICE_OPTIONS = {
  'clean-voices': { type: 'boolean', default: false },
  'mute-crosstalk': { type: 'boolean', default: false },
  'level-lufs': { type: 'string' },
  engine: { type: 'string' },
} as const;

const { targetLufs: LEVEL } = STRIP_EFFECTS.leveler.fields;

export const VOICE_HELP = `      --clean-voices     with the noise taken out of each voice, as “Clean voices” of the app does: the
                         clean files stay in the take, beside the recorded ones
      --engine NAME      for it: ${VOICE_ENGINES.join(', ')} (default: as your plan has it)
      --mute-crosstalk   for it: silence in each voice where its microphone only heard the others
      --level-lufs N     for it: the speech of each voice brought to this loudness, ${LEVEL.min} to ${LEVEL.max}`;

interface VoiceValues {
  'clean-voices': boolean;
  'mute-crosstalk': boolean;
  'level-lufs'?: string | undefined;
  engine?: string | undefined;
}

type Denoise = Omit<TakeCleaning, 'cleanedAtMs'>;

/** Cleans the voices of a take as it was asked for, and gives the take back; null where nothing was. */
export function planVoices(
  values: VoiceValues,
): ((folder: TakeFolder, engine: EngineService, task: TakeJobTask) => Promise<TakeFolder>) | null {
  const dependent = (['mute-crosstalk', 'level-lufs', 'engine'] as const).find((name) => values[name]);
  if (!values['clean-voices']) {
    if (dependent === undefined) return null;
    throw new UsageError(`--${dependent} says how voices are cleaned: add --clean-voices.`);
  }
  const asked = values.engine === undefined ? null : parseDenoiseEngine(values.engine, VOICE_ENGINES);
  const level = values['level-lufs'];
  const levelLufs = level === undefined ? null : parseNumber('level-lufs', level, LEVEL.min, LEVEL.max);
  return async (folder, engine, task) => {
    const muteCrosstalk = values['mute-crosstalk'];
    if (muteCrosstalk && voicesOf(folder.document.tracks).length < 2)
      throw new RpcError('BAD_OPTION', `${folder.path} has one voice: --mute-crosstalk needs two or more.`);
    const plan = createCommandPlan(createCommandLog());
    const denoise = {
      ...DEFAULT_CLEANING,
      engine: asked ?? (await plan.defaultEngine()),
      levelLufs,
      muteCrosstalk,
    };
    await plan.assertMayClean([denoise.engine]);
    if (isSame(folder.document.cleaning, denoise)) return folder;
    await cleanVoices(folder, denoise, { engine, createId: randomUUID, nowMs: Date.now }, task);
    return await readTakeFolder(folder.path);
  };
}

/** Whether the take has these very voices already. */
function isSame(before: TakeCleaning | null | undefined, wanted: Denoise): boolean {
  if (!before) return false;
  const plain = ({ engine, sensitivity, reduction, levelLufs, muteCrosstalk }: Denoise) =>
    JSON.stringify([engine, sensitivity, reduction, levelLufs ?? null, muteCrosstalk ?? false]);
  return plain(before) === plain(wanted);
}
