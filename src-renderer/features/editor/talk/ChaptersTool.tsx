import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { projectEndFrame, type Marker, type Project } from '../../../../src-shared/domain/edit/document.ts';
import { chaptersOf } from '../../../../src-shared/domain/edit/talk.ts';
import { formatRecordedTime } from '../../../lib/recordedTime.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { edit } from '../edits.ts';
import { selectProject } from '../editorSlice.ts';
import { timecodeOf } from '../preview/timecode.ts';
import { useActions } from '../useActions.ts';
import { useWorkbench } from '../workbench.ts';

/** The markers under their names: what an export has as chapters. */
export function ChaptersTool() {
  const { t } = useTranslation('editor');
  const project = useSelector(selectProject);
  const { marker } = useActions();
  const [isCopied, setIsCopied] = useState(false);
  if (!project) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(chapterLines(project));
    setIsCopied(true);
  };
  return (
    <>
      <p className="text-xs text-t3">{t('talk.chapters.hint')}</p>
      <Button onClick={marker}>{t('talk.chapters.add')}</Button>
      {project.markers.length === 0 ? (
        <p className="text-xs text-t3">{t('talk.chapters.none')}</p>
      ) : (
        <>
          <ul aria-label={t('talk.chapters.list')} className="grid gap-1.5">
            {project.markers.map((one) => (
              <ChapterRow key={one.id} project={project} marker={one} />
            ))}
          </ul>
          <Button onClick={() => void copy()}>
            {isCopied ? t('talk.chapters.copied') : t('talk.chapters.copy')}
          </Button>
        </>
      )}
    </>
  );
}

function ChapterRow({ project, marker }: { project: Project; marker: Marker }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const { transport } = useWorkbench();
  const timecode = timecodeOf(project, marker.frame);
  const rename = (name: string) => {
    if (name.trim() !== marker.name) dispatch(edit('setMarker', { markerId: marker.id, name }));
  };
  return (
    <li className="grid gap-1 rounded-lg bg-inset p-2 text-xs">
      <div className="flex items-center justify-between gap-2">
        <button
          type="button"
          aria-label={t('talk.goTo', { timecode })}
          onClick={() => transport.seek(marker.frame)}
          className="rounded px-1 py-0.5 text-t2 tabular-nums hover:bg-raise hover:text-t1"
        >
          {timecode}
        </button>
        <IconButton
          label={t('talk.chapters.remove', { name: marker.name })}
          icon={<Trash2 aria-hidden="true" />}
          className="!size-7"
          onClick={() => dispatch(edit('deleteMarker', { markerId: marker.id }))}
        />
      </div>
      <input
        key={marker.name}
        aria-label={t('talk.chapters.name', { timecode })}
        defaultValue={marker.name}
        maxLength={200}
        onBlur={({ currentTarget }) => rename(currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
        className="h-7 w-full min-w-0 rounded-md border border-line2 bg-panel px-1.5 text-t1"
      />
    </li>
  );
}

/** As platforms read them in a description: a line each, the first at 0:00. */
const chapterLines = (project: Project): string =>
  chaptersOf(project, { from: 0, to: projectEndFrame(project) })
    .map(({ startSec, title }) => `${formatRecordedTime(startSec)} ${title}`)
    .join('\n');
