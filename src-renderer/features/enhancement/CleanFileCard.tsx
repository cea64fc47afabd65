import { FileAudio, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { classNames } from '../../lib/classNames.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { UnsupportedState } from '../../ui/StateMessage.tsx';
import { selectFileCleaning, selectIsConnected } from '../workspace/index.ts';
import { CleanFileView } from './CleanFileView.tsx';
import { selectClean } from './cleanSlice.ts';
import { addFile, followCleaning } from './cleanThunks.ts';

/** A recording to be cleaned with the settings of this screen: dropped here or chosen. */
export function CleanFileCard() {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const support = useSelector(selectFileCleaning);
  const { file, error } = useSelector(selectClean);
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
          {file ? <CleanFileView file={file} /> : <FileChooser kinds={support?.reads ?? ''} />}
        </div>
      )}
    </Card>
  );
}

function FileChooser({ kinds }: { kinds: string }) {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line2 px-4 py-7 text-center">
      <FileAudio aria-hidden="true" className="size-6 text-t3" />
      <p className="font-medium text-t1">{t('file.drop')}</p>
      <p className="max-w-md text-xs text-t2">{t('file.kinds', { kinds })}</p>
      <Button className="mt-1" disabled={!isConnected} onClick={() => input.current?.click()}>
        {t('file.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="audio/*,video/*,.w64,.caf,.wv,.au"
        aria-label={t('file.choose')}
        className="hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = '';
          if (chosen) void dispatch(addFile(chosen));
        }}
      />
    </div>
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
        const [file] = event.dataTransfer.files;
        if (file) void dispatch(addFile(file));
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
