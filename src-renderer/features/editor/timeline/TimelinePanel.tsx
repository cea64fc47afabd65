import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { edit } from '../edits.ts';
import { selectProject } from '../editorSlice.ts';
import { ClipMenu } from './ClipMenu.tsx';
import { ClipTable } from './ClipTable.tsx';
import { NameField } from './NameField.tsx';
import { TimelineCanvas } from './TimelineCanvas.tsx';
import { TimelineToolbar } from './TimelineToolbar.tsx';
import { TrackHeaders } from './TrackHeaders.tsx';

/** Tracks with their names at the left, and the same as a table for anyone who reads. */
export function TimelinePanel() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const project = useSelector(selectProject);
  const [isListShown, setIsListShown] = useState(false);
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const renamed = project?.tracks.flatMap(({ clips }) => clips).find(({ id }) => id === renamedId);
  return (
    <section
      aria-label={t('timeline.label')}
      className="flex min-h-0 min-w-0 flex-col overflow-hidden rounded-xl border border-line bg-panel"
    >
      <TimelineToolbar isListShown={isListShown} onList={setIsListShown} />
      {renamed && (
        <div className="flex items-center gap-2 border-b border-line2 px-3 py-1.5">
          <NameField
            key={renamed.id}
            label={t('timeline.clipName')}
            name={renamed.name}
            onDone={(name) => {
              setRenamedId(null);
              // A blank name is ignored.
              if (name !== null) dispatch(edit('renameClip', { clipId: renamed.id, name }));
            }}
          />
        </div>
      )}
      {isListShown ? (
        <ClipTable />
      ) : (
        <div className="grid min-h-0 grow grid-cols-[11rem_minmax(0,1fr)] max-sm:grid-cols-[minmax(0,1fr)]">
          <TrackHeaders />
          <ClipMenu onRename={setRenamedId}>
            <div className="min-h-0 min-w-0 overflow-hidden">
              <TimelineCanvas onRename={setRenamedId} />
            </div>
          </ClipMenu>
        </div>
      )}
    </section>
  );
}
