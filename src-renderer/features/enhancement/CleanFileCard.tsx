import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { classNames } from '../../lib/classNames.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { UnsupportedState } from '../../ui/StateMessage.tsx';
import { selectFileCleaning } from '../workspace/index.ts';
import { CleanFileView } from './CleanFileView.tsx';
import { selectClean } from './cleanSlice.ts';
import { followCleaning } from './cleanThunks.ts';
import { CleanQueue } from './queue/CleanQueue.tsx';
import { FileChooser } from './queue/FileChooser.tsx';
import { droppedFiles } from './queue/pickedFiles.ts';
import { selectQueue } from './queue/queueSlice.ts';
import { addFiles } from './queue/queueThunks.ts';

/** Recordings to be cleaned with the settings of this screen, dropped here or chosen: one by hand, or many in a queue. */
export function CleanFileCard() {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const support = useSelector(selectFileCleaning);
  const { file, error } = useSelector(selectClean);
  const hasQueue = useSelector(selectQueue).files.length > 0;
  useEffect(() => dispatch(followCleaning()), [dispatch]);
  return (
    <Card aria-labelledby="file-title" className="min-w-0">
      <CardHeader id="file-title" title={t('file.title')} />
      {support?.supported === false ? (
        <UnsupportedState className="!py-3" title={t('file.unsupported')} message={support.reason} />
      ) : (
        <div className="grid gap-4">
          {error && (
            <p role="alert" className="flex items-start gap-2 text-red-text [&>svg]:mt-0.5 [&>svg]:size-4">
              <TriangleAlert aria-hidden="true" className="shrink-0" />
              {error.message}
            </p>
          )}
          {file && <CleanFileView file={file} />}
          {hasQueue && <CleanQueue />}
          {!file && !hasQueue && <FileChooser kinds={support?.reads ?? ''} />}
        </div>
      )}
    </Card>
  );
}

/** Files can be dropped anywhere on the page; what is drawn over it says so. */
export function useFileDrop(isEnabled: boolean) {
  const dispatch = useAppDispatch();
  const [isOver, setOver] = useState(false);
  /** Entered elements less left ones: moving over children leaves and enters. */
  const depth = useRef(0);
  const hasFiles = (event: DragEvent) => isEnabled && event.dataTransfer.types.includes('Files');
  const enter = (event: DragEvent, by: number) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => enter(event, 1),
      onDragLeave: (event: DragEvent) => enter(event, -1),
      onDragOver: (event: DragEvent) => void (hasFiles(event) && event.preventDefault()),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        void droppedFiles(event.dataTransfer).then((picked) => {
          if (picked.length > 0) void dispatch(addFiles(picked));
        });
      },
    },
  };
}

export function DropVeil({ isOver }: { isOver: boolean }) {
  const { t } = useTranslation('enhancement');
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'pointer-events-none fixed inset-4 z-30 grid place-items-center rounded-xl border-2 border-dashed border-accent bg-bg/85 text-base font-semibold transition-opacity',
        isOver ? 'opacity-100' : 'invisible opacity-0',
      )}
    >
      {t('file.dropNow')}
    </div>
  );
}
