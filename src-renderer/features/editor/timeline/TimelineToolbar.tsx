import { Blend, Flag, List, Magnet, Maximize2, Plus, Scissors, Spline, ZoomIn, ZoomOut } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { DropdownMenu } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { edit } from '../edits.ts';
import { selectEditor, selectProject, snappingChanged } from '../editorSlice.ts';
import { useActions } from '../useActions.ts';
import { useKeyHint } from '../useEditorKeys.ts';
import { useWorkbench } from '../workbench.ts';
import { ToolChoice } from './ToolChoice.tsx';

const MIDDLE_PX = 400;

interface TimelineToolbarProps {
  isListShown: boolean;
  onList: (isShown: boolean) => void;
}

export function TimelineToolbar({ isListShown, onList }: TimelineToolbarProps) {
  const { t } = useTranslation(['editor', 'editing']);
  const hint = useKeyHint();
  const dispatch = useAppDispatch();
  const { view } = useWorkbench();
  const { isSnapping, hasLanes } = useSelector(selectEditor);
  const actions = useActions();
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-line2 px-2 py-1.5">
      <ToolChoice />
      <IconButton
        label={t('timeline.split')}
        hint={hint(t('timeline.split'), 'split')}
        icon={<Scissors aria-hidden="true" />}
        onClick={actions.split}
      />
      <IconButton
        label={t('editing:dissolve')}
        hint={hint(t('editing:dissolve'), 'dissolve')}
        icon={<Blend aria-hidden="true" />}
        onClick={actions.dissolve}
      />
      <IconButton
        label={t('timeline.snap')}
        hint={hint(t('timeline.snap'), 'snap')}
        aria-pressed={isSnapping}
        className={classNames(isSnapping && '!bg-accbg !text-accent-text')}
        icon={<Magnet aria-hidden="true" />}
        onClick={() => dispatch(snappingChanged(!isSnapping))}
      />
      <IconButton
        label={t('editing:lanes')}
        hint={hint(t('editing:lanes'), 'lanes')}
        aria-pressed={hasLanes}
        className={classNames(hasLanes && '!bg-accbg !text-accent-text')}
        icon={<Spline aria-hidden="true" />}
        onClick={actions.lanes}
      />
      <IconButton
        label={t('timeline.addMarker')}
        hint={hint(t('timeline.addMarker'), 'marker')}
        icon={<Flag aria-hidden="true" />}
        onClick={actions.marker}
      />
      <AddButtons />
      <span className="grow" />
      <IconButton
        label={t('timeline.zoomOut')}
        icon={<ZoomOut aria-hidden="true" />}
        onClick={() => view.zoom(1 / 1.5, MIDDLE_PX)}
      />
      <IconButton
        label={t('timeline.zoomIn')}
        icon={<ZoomIn aria-hidden="true" />}
        onClick={() => view.zoom(1.5, MIDDLE_PX)}
      />
      <IconButton
        label={t('timeline.showAll')}
        icon={<Maximize2 aria-hidden="true" />}
        onClick={view.showAll}
      />
      <IconButton
        label={t('timeline.clipList')}
        aria-pressed={isListShown}
        className={classNames(isListShown && '!bg-accbg !text-accent-text')}
        icon={<List aria-hidden="true" />}
        onClick={() => onList(!isListShown)}
      />
    </div>
  );
}

function AddButtons() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const { transport } = useWorkbench();
  const project = useSelector(selectProject);
  const addClip = () => {
    const track =
      project?.tracks.find(({ kind, isLocked }) => kind === 'video' && !isLocked) ?? project?.tracks[0];
    if (track) dispatch(edit('addClip', { trackId: track.id, frame: transport.frame() }));
  };
  return (
    <>
      <Button size="sm" onClick={addClip}>
        <Plus aria-hidden="true" className="size-3.5" />
        {t('timeline.addClip')}
      </Button>
      <DropdownMenu
        trigger={
          <Button size="sm">
            <Plus aria-hidden="true" className="size-3.5" />
            {t('timeline.addTrack')}
          </Button>
        }
        groups={[
          [
            {
              id: 'video',
              label: t('timeline.addVideo'),
              onSelect: () => dispatch(edit('addTrack', { kind: 'video' })),
            },
            {
              id: 'audio',
              label: t('timeline.addAudio'),
              onSelect: () => dispatch(edit('addTrack', { kind: 'audio' })),
            },
          ],
        ]}
      />
    </>
  );
}
