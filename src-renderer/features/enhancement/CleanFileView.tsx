import { Download, WandSparkles, X } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { CleanContainer } from '../../../src-shared/domain/fileCleaning.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import { formatFigure, formatSampleRate } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { selectClean, type CleanFile } from './cleanSlice.ts';
import { closeFile, runCleaning, saveResult } from './cleanThunks.ts';
import { CleanWork } from './CleanWork.tsx';
import { CleanSoundView } from './CleanSoundView.tsx';
import { ContainerSelect, TargetSelect } from './cleanSelects.tsx';

/** A file as it is now: what it is, how it sounds, and what can be done with it. */
export function CleanFileView({ file }: { file: CleanFile }) {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const { work } = useSelector(selectClean);
  const { before } = file;
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
      <CleanSoundView {...file} />
      {work ? <CleanWork work={work} /> : before && <Actions file={file} />}
    </div>
  );
}

function Actions({ file }: { file: CleanFile }) {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const hasVideo = file.before?.hasVideo === true;
  const [targetLufs, setTarget] = useState(file.targetLufs);
  const [container, setContainer] = useState<CleanContainer>(hasVideo ? 'video' : 'wav');
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <div className="grid content-start gap-1.5">
        <span className="text-xs text-t2">{t('file.target')}</span>
        <div className="flex gap-2">
          <TargetSelect value={targetLufs} onChange={setTarget} />
          <Button
            variant={file.after ? 'secondary' : 'primary'}
            disabled={!isConnected}
            onClick={() => void dispatch(runCleaning({ targetLufs }))}
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
            <ContainerSelect
              value={container}
              onChange={setContainer}
              videoLabel={hasVideo ? t('file.video') : null}
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
