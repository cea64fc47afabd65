import { useTranslation } from '../../lib/useTranslation.ts';
import { PlayerControls, usePlayer, Waveform } from '../comparePlayer/index.ts';
import { CleanFigures } from './CleanFigures.tsx';
import type { CleanFile } from './cleanSlice.ts';
import { useCleanSound } from './useCleanSound.ts';

/** A file, to be seen and heard on both sides, with what was measured. */
export function CleanSoundView(
  file: Pick<CleanFile, 'fileId' | 'before' | 'after'> & Partial<Pick<CleanFile, 'targetLufs'>>,
) {
  const { t } = useTranslation('enhancement');
  const player = usePlayer(useCleanSound(file));
  const { before, after, targetLufs } = file;
  return (
    <>
      {before && (
        <Waveform
          label={t('file.waveform')}
          before={before.peaks}
          after={after?.peaks ?? null}
          durationSec={before.durationSec}
          player={player}
          className="h-28"
        />
      )}
      {player && (
        <PlayerControls
          player={player}
          hasAfter={after !== null}
          hasRemoved={after !== null && targetLufs === null}
        />
      )}
      {after && <CleanFigures result={after} />}
    </>
  );
}
