import type { TakeCleaning } from '../../../../src-shared/contract/takes.ts';
import { DEFAULT_CLEANING, type DenoiseEngine } from '../../../../src-shared/domain/denoise.ts';
import { defaultEngine, type RecordingLimits } from '../../../../src-shared/domain/planLimits.ts';
import type { useAppDispatch } from '../../../lib/store.ts';
import { runningExports } from '../runningExports.ts';
import { workOnTake } from '../studioThunks.ts';

export type TakeDenoise = Omit<TakeCleaning, 'cleanedAtMs'>;

/** As it was cleaned before, else as files are. */
export function denoiseOf(
  cleaning: TakeCleaning | null | undefined,
  limits: RecordingLimits | null,
  engines: readonly DenoiseEngine[],
): TakeDenoise {
  const { engine, sensitivity, reduction } = cleaning ?? {
    ...DEFAULT_CLEANING,
    engine: defaultEngine(limits, engines),
  };
  return {
    engine,
    sensitivity,
    reduction,
    levelLufs: cleaning?.levelLufs ?? null,
    muteCrosstalk: cleaning?.muteCrosstalk ?? false,
  };
}

/** Cleans the voices of a recording, also when its window is closed; whether all of them are clean. */
export function cleanTakeVoices(id: string, denoise: TakeDenoise) {
  return async (dispatch: ReturnType<typeof useAppDispatch>): Promise<boolean> => {
    const cleaning = dispatch(workOnTake({ kind: 'cleanVoices', id, denoise }));
    const forget = runningExports.add(id, () => cleaning.abort());
    const result = await cleaning;
    forget();
    return workOnTake.fulfilled.match(result);
  };
}
