import { Download, WandSparkles, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { LOUDNESS_TARGETS_LUFS, type CleanContainer } from '../../../src-shared/domain/fileCleaning.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import { formatFigure, formatSampleRate } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';
import { PlayerControls, usePlayer, Waveform } from '../comparePlayer/index.ts';
import { selectFileCleaning, selectIsConnected } from '../workspace/index.ts';
import { CleanFigures } from './CleanFigures.tsx';
import { selectClean, type CleanFile } from './cleanSlice.ts';
import { closeFile, runCleaning, saveResult } from './cleanThunks.ts';
import { CleanWork } from './CleanWork.tsx';
import { useCleanSound } from './useCleanSound.ts';

const NO_TARGET = 'off';

/** A file as it is now: what it is, how it sounds, and what can be done with it. */
export function CleanFileView({ file }: { file: CleanFile }) {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const { work } = useSelector(selectClean);
  const player = usePlayer(useCleanSound(file));
  const { before, after } = file;
  return (
    <div className="grid gap-3.5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 grow">
          <p className="truncate font-medium text-t1">{file.name}</p>
          <p className="text-xs text-t3 tabular-nums">
            {before ? describe(before) : `${formatFigure(file.sizeBytes / 1024 ** 2, 1)} MB`}
          </p>
        </div>
        <IconButton
          label={t('file.close', { name: file.name })}
          icon={<X aria-hidden="true" />}
          onClick={() => void dispatch(closeFile())}
        />
      </div>
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
      {work ? <CleanWork work={work} /> : before && <Actions file={file} />}
    </div>
  );
}

function Actions({ file }: { file: CleanFile }) {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const support = useSelector(selectFileCleaning);
  const kinds = support?.supported ? support.writes : [];
  const [target, setTarget] = useState(file.targetLufs === null ? NO_TARGET : String(file.targetLufs));
  const [container, setContainer] = useState<CleanContainer>('wav');
  const targets = [
    { value: NO_TARGET, label: t('file.targetOff') },
    ...LOUDNESS_TARGETS_LUFS.map((lufs) => ({
      value: String(lufs),
      label: `${formatFigure(lufs)} LUFS`,
      note: t(`file.targets.${lufs}`),
    })),
  ];
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <div className="grid content-start gap-1.5">
        <span className="text-xs text-t2">{t('file.target')}</span>
        <div className="flex gap-2">
          <Select label={t('file.target')} value={target} options={targets} onChange={setTarget} />
          <Button
            variant={file.after ? 'secondary' : 'primary'}
            disabled={!isConnected}
            onClick={() =>
              void dispatch(runCleaning({ targetLufs: target === NO_TARGET ? null : Number(target) }))
            }
          >
            <WandSparkles aria-hidden="true" className="size-4" />
            {t(file.after ? 'file.cleanAgain' : 'file.clean')}
          </Button>
        </div>
        <p className="text-xs text-t3">{t('file.settingsNote')}</p>
      </div>
      {file.after && (
        <div className="grid content-start gap-1.5">
          <span className="text-xs text-t2">{t('file.saveAs')}</span>
          <div className="flex gap-2">
            <Select
              label={t('file.saveAs')}
              value={container}
              options={kinds.map((value) => ({ value, label: value.toUpperCase() }))}
              onChange={(value) => setContainer(value as CleanContainer)}
            />
            <Button
              variant="primary"
              disabled={!isConnected}
              onClick={() => void dispatch(saveResult(container))}
            >
              <Download aria-hidden="true" className="size-4" />
              {t('file.save')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

function describe({ durationSec, sampleRate, channels }: NonNullable<CleanFile['before']>): string {
  return `${formatTimer(durationSec)} · ${formatSampleRate(sampleRate)} · ${channels} ch`;
}
