import { useTranslation } from 'react-i18next';
import { CleanFigures } from './CleanFigures.tsx';
import type { CleanFile } from './cleanSlice.ts';
import { PlayerControls } from './PlayerControls.tsx';
import { useCleanSound } from './useCleanSound.ts';
import { usePlayer } from './usePlayer.ts';
import { Waveform } from './Waveform.tsx';

/** A file, to be seen and heard on both sides, with what was measured. */
export function CleanSoundView(file: Pick<CleanFile, 'fileId' | 'before' | 'after'>) {
  const { t } = useTranslation('enhancement');
  const player = usePlayer(useCleanSound(file));
  const { before, after } = file;
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
      {player && <PlayerControls player={player} hasAfter={after !== null} />}
      {after && <CleanFigures result={after} />}
    </>
  );
}
