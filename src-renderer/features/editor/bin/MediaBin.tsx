import { AudioLines, FileImage, Film, Palette, Type, Upload } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { Media } from '../../../../src-shared/domain/edit/document.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { selectOpened, selectProject } from '../editorSlice.ts';
import { addMediaToTimeline, addText, importFiles } from '../mediaThunks.ts';
import { timecodeOf } from '../preview/timecode.ts';
import { useWorkbench } from '../workbench.ts';
import { Poster } from './Poster.tsx';
import { TakePicker } from './TakePicker.tsx';

const ICONS = { video: Film, audio: AudioLines, image: FileImage } as const;

/** All that clips can be made of. */
export function MediaBin() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const project = useSelector(selectProject);
  const [importing, setImporting] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const media = Object.values(project?.media ?? {});
  const take = async (files: Iterable<File>) => {
    for (const file of files) {
      setImporting(file.name);
      await dispatch(importFiles([file]));
    }
    setImporting(null);
  };
  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setIsOver(false);
      void take([...event.dataTransfer.files]);
    },
  };
  return (
    <section
      aria-label={t('bin.title')}
      {...drop}
      className={classNames(
        'flex min-h-0 min-w-0 flex-col gap-2 overflow-hidden rounded-xl border bg-panel p-3',
        isOver ? 'border-accent' : 'border-line',
      )}
    >
      <h2 className="text-body font-semibold text-t1">{t('bin.title')}</h2>
      <AddButtons onFiles={(files) => void take(files)} />
      {importing !== null && (
        <p role="status" className="flex items-center gap-2 text-xs text-t2">
          <Spinner sizePx={12} />
          {t('bin.importing', { name: importing })}
        </p>
      )}
      {media.length === 0 ? (
        <p className="m-auto max-w-52 text-center text-xs text-t3">
          <b className="block font-medium text-t2">{t('bin.empty')}</b>
          {t('bin.emptyHint')}
        </p>
      ) : (
        <ul className="grid min-h-0 content-start gap-1 overflow-y-auto">
          {media.map((one) => (
            <li key={one.id}>
              <MediaRow media={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AddButtons({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const { transport } = useWorkbench();
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap gap-1.5">
      <TakePicker />
      <Button size="sm" className="grow" onClick={() => inputRef.current?.click()}>
        <Upload aria-hidden="true" className="size-3.5" />
        {t('bin.add')}
      </Button>
      <Button
        size="sm"
        className="grow"
        onClick={() => dispatch(addText(transport.frame(), t('bin.textStart')))}
      >
        <Type aria-hidden="true" className="size-3.5" />
        {t('bin.addText')}
      </Button>
      <Button size="sm" className="grow" onClick={() => dispatch(addText(transport.frame(), null))}>
        <Palette aria-hidden="true" className="size-3.5" />
        {t('bin.addColour')}
      </Button>
      <input
        ref={inputRef}
        type="file"
        multiple
        hidden
        aria-label={t('bin.add')}
        accept="video/*,audio/*,image/*,.mkv,.mov"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          onFiles(files);
        }}
      />
    </div>
  );
}

function MediaRow({ media }: { media: Media }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const { transport } = useWorkbench();
  const project = useSelector(selectProject);
  const isMissing = useSelector(selectOpened)?.missingMedia.includes(media.id) === true;
  const Icon = ICONS[media.kind];
  if (!project) return null;
  const length = Math.round((media.durationSec * project.rate.num) / project.rate.den);
  return (
    <button
      type="button"
      title={media.name}
      disabled={isMissing}
      onClick={() => dispatch(addMediaToTimeline(media, transport.frame()))}
      className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-xs hover:bg-raise disabled:opacity-60"
    >
      {media.video && !isMissing ? (
        <Poster mediaId={media.id} />
      ) : (
        <span className="flex h-[27px] w-12 shrink-0 items-center justify-center rounded bg-raise">
          <Icon aria-hidden="true" className="size-4 text-t3" />
        </span>
      )}
      <span className="min-w-0 grow truncate text-t1">{media.name}</span>
      <span className="text-t3 tabular-nums">
        {isMissing ? t('bin.missing') : media.kind === 'image' ? t('bin.image') : timecodeOf(project, length)}
      </span>
      <span className="sr-only">{t('bin.addToTimeline')}</span>
    </button>
  );
}
