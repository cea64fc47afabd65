import { EllipsisVertical, Eye, EyeOff, Lock, LockOpen } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { Track } from '../../../../src-shared/domain/edit/document.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { DropdownMenu } from '../../../ui/DropdownMenu.tsx';
import { edit } from '../edits.ts';
import { selectProject, selectRows } from '../editorSlice.ts';
import { useWorkbench } from '../workbench.ts';
import { fullHeightOf, RULER_PX } from './geometry.ts';
import { LaneHeader } from './LaneHeader.tsx';
import { NameField } from './NameField.tsx';

/** Names and switches of the tracks, beside their rows. */
export function TrackHeaders() {
  const { view } = useWorkbench();
  const project = useSelector(selectProject);
  const rows = useSelector(selectRows);
  const listRef = useRef<HTMLUListElement>(null);
  useEffect(
    () =>
      view.subscribe(() => {
        if (listRef.current) listRef.current.scrollTop = view.read().scrollPx;
      }),
    [view],
  );
  if (!project) return null;
  return (
    <div className="flex min-h-0 flex-col border-r border-line2 max-sm:hidden">
      <div style={{ height: RULER_PX }} className="shrink-0 border-b border-line2" />
      <ul
        ref={listRef}
        className="min-h-0 grow overflow-y-auto [scrollbar-width:none]"
        onScroll={(event) => view.scroll(event.currentTarget.scrollTop)}
      >
        {rows.map(({ track, heightPx, lanes }) => (
          <li
            key={track.id}
            style={{ height: fullHeightOf({ heightPx, lanes }) }}
            className="border-b border-line"
          >
            <div style={{ height: heightPx }}>
              <TrackHeader track={track} isLast={project.tracks.length === 1} />
            </div>
            {lanes.map((lane) => (
              <LaneHeader key={lane.parameter} lane={lane} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function TrackHeader({ track, isLast }: { track: Track; isLast: boolean }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const [isRenaming, setIsRenaming] = useState(false);
  const { id: trackId, name, isMuted, isSolo, isLocked, isHidden } = track;
  const set = (values: Partial<Pick<Track, 'isMuted' | 'isSolo' | 'isLocked' | 'isHidden'>>) =>
    dispatch(edit('setTrack', { trackId, values }));
  return (
    <div className="grid h-full content-center gap-1 px-2">
      <div className="flex min-w-0 items-center gap-1">
        {isRenaming ? (
          <NameField
            label={t('timeline.track.name')}
            name={name}
            onDone={(next) => {
              setIsRenaming(false);
              if (next !== null) dispatch(edit('renameTrack', { trackId, name: next }));
            }}
          />
        ) : (
          <button
            type="button"
            aria-label={t('timeline.track.rename', { name })}
            title={name}
            onClick={() => setIsRenaming(true)}
            className="min-w-0 grow truncate rounded text-left text-xs font-medium text-t1"
          >
            {name}
          </button>
        )}
        <TrackMenu track={track} isLast={isLast} />
      </div>
      <div className="flex gap-1">
        <Flag
          label={t('timeline.track.mute', { name })}
          isOn={isMuted}
          onToggle={() => set({ isMuted: !isMuted })}
        >
          M
        </Flag>
        <Flag
          label={t('timeline.track.solo', { name })}
          isOn={isSolo}
          onToggle={() => set({ isSolo: !isSolo })}
        >
          S
        </Flag>
        <Flag
          label={t('timeline.track.lock', { name })}
          isOn={isLocked}
          onToggle={() => set({ isLocked: !isLocked })}
        >
          {isLocked ? <Lock aria-hidden="true" /> : <LockOpen aria-hidden="true" />}
        </Flag>
        {track.kind === 'video' && (
          <Flag
            label={t('timeline.track.hide', { name })}
            isOn={isHidden}
            onToggle={() => set({ isHidden: !isHidden })}
          >
            {isHidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </Flag>
        )}
      </div>
    </div>
  );
}

function TrackMenu({ track: { id: trackId, name }, isLast }: { track: Track; isLast: boolean }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          aria-label={t('timeline.track.actions', { name })}
          className="grid size-6 shrink-0 place-items-center rounded text-t2 hover:bg-raise [&>svg]:size-3.5"
        >
          <EllipsisVertical aria-hidden="true" />
        </button>
      }
      groups={[
        [
          {
            id: 'duplicate',
            label: t('timeline.track.duplicate'),
            onSelect: () => dispatch(edit('duplicateTrack', { trackId })),
          },
        ],
        [
          {
            id: 'remove',
            label: t('timeline.track.remove'),
            isDestructive: true,
            disabled: isLast,
            onSelect: () => dispatch(edit('deleteTrack', { trackId })),
          },
        ],
      ]}
    />
  );
}

function Flag(props: { label: string; isOn: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-pressed={props.isOn}
      onClick={props.onToggle}
      className={classNames(
        'grid size-6 place-items-center rounded border text-2xs font-semibold [&>svg]:size-3',
        props.isOn ? 'border-transparent bg-accent text-on-accent' : 'border-line2 text-t2 hover:text-t1',
      )}
    >
      {props.children}
    </button>
  );
}
