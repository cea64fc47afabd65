import { AudioLines, Check, Download, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatTimer } from '../../../../src-shared/domain/time.ts';
import { formatBytes } from '../../../lib/bytes.ts';
import { formatFigure } from '../../../lib/figures.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { selectIsConnected } from '../../workspace/index.ts';
import { CleanSoundView } from '../CleanSoundView.tsx';
import { fileRatio, percentOf } from './queueFigures.ts';
import { selectQueue, type QueuedFile } from './queueSlice.ts';
import { cancelQueued, removeQueued, retryQueued, saveOneByOne } from './queueThunks.ts';

/** One file of the queue: its name, how far it is or what became of it, and what can be done with it. */
export function QueueRow({ file }: { file: QueuedFile }) {
  const [isOpen, setOpen] = useState(false);
  const { result, status } = file;
  return (
    <li className="grid gap-2 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 grow basis-40">
          <p className="truncate font-medium text-t1">
            {file.folder !== '' && <span className="text-t3">{file.folder}/</span>}
            {file.name}
          </p>
          <RowState file={file} />
        </div>
        <div className="ml-auto flex gap-1.5">
          <RowButtons file={file} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        </div>
      </div>
      {status === 'working' && <RowProgress file={file} />}
      {isOpen && result && (
        <div className="grid gap-3 pt-1">
          <CleanSoundView fileId={result.fileId} before={result.before} after={result.after} />
        </div>
      )}
    </li>
  );
}

function RowState({ file }: { file: QueuedFile }) {
  const { t } = useTranslation('enhancement');
  const { status, work, result, error } = file;
  if (status === 'failed') {
    return (
      <p className="flex items-start gap-1.5 text-xs break-words text-red-text">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
        {error?.message}
      </p>
    );
  }
  if (status === 'done' && result) {
    const { meanReductionDb, integratedLufsAfter, durationSec } = result.after;
    const parts = [
      t('file.queue.cleaned'),
      formatTimer(durationSec),
      ...(meanReductionDb === null
        ? []
        : [t('file.queue.noiseLess', { value: formatFigure(meanReductionDb, 1) })]),
      ...(integratedLufsAfter === null ? [] : [`${formatFigure(integratedLufsAfter, 1)} LUFS`]),
    ];
    return (
      <p className="flex items-center gap-1.5 text-xs text-t2 tabular-nums">
        <Check aria-hidden="true" className="size-3.5 shrink-0 text-grn-text" />
        {parts.join(' · ')}
      </p>
    );
  }
  const words =
    status === 'working' && work
      ? `${t(`file.steps.${work.step}`)} · ${percentOf(fileRatio(file))} %`
      : t(status === 'cancelled' ? 'file.queue.cancelledFile' : 'file.queue.waiting');
  return (
    <p className="text-xs text-t3 tabular-nums">
      {words} · {formatBytes(file.sizeBytes)}
    </p>
  );
}

/** The words beside it say the same: it is drawn alone. */
function RowProgress({ file }: { file: QueuedFile }) {
  return (
    <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-track">
      <div
        className="h-full bg-accent transition-[width]"
        style={{ width: `${percentOf(fileRatio(file))}%` }}
      />
    </div>
  );
}

interface RowButtonsProps {
  file: QueuedFile;
  isOpen: boolean;
  onToggle: () => void;
}

function RowButtons({ file, isOpen, onToggle }: RowButtonsProps) {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const { saving } = useSelector(selectQueue);
  const { id, name, status } = file;
  if (status === 'waiting' || status === 'working') {
    return (
      <IconButton
        label={t('file.queue.cancel', { name })}
        icon={<X aria-hidden="true" />}
        onClick={() => void dispatch(cancelQueued([id]))}
      />
    );
  }
  return (
    <>
      {status === 'done' ? (
        <>
          <IconButton
            label={t(isOpen ? 'file.queue.closeSound' : 'file.queue.listen', { name })}
            aria-expanded={isOpen}
            icon={<AudioLines aria-hidden="true" />}
            onClick={onToggle}
          />
          <IconButton
            label={t('file.queue.downloadOne', { name })}
            disabled={!isConnected || saving !== null}
            icon={<Download aria-hidden="true" />}
            onClick={() => void dispatch(saveOneByOne([id]))}
          />
        </>
      ) : (
        <IconButton
          label={t('file.queue.retry', { name })}
          disabled={!isConnected}
          icon={<RotateCcw aria-hidden="true" />}
          onClick={() => void dispatch(retryQueued([id]))}
        />
      )}
      <IconButton
        label={t('file.queue.remove', { name })}
        icon={<X aria-hidden="true" />}
        onClick={() => void dispatch(removeQueued([id]))}
      />
    </>
  );
}
