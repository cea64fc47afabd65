import { Redo2, Undo2 } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useShortcut, useShortcutText } from '../../../lib/shortcuts.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { RecordingTrouble } from '../../../ui/RecordingBanner.tsx';
import { ItemInspector } from './ItemInspector.tsx';
import { ItemList } from './ItemList.tsx';
import { SceneList } from './SceneList.tsx';
import { selectItem, selectOwnScene, selectScenes } from './scenesSlice.ts';
import { redoEdit, undoEdit } from './sceneThunks.ts';
import { SceneFiles } from './SceneFiles.tsx';

/** The scenes of a show, and what is in the one that is chosen. */
export function ScenesCard() {
  const { t } = useTranslation('scenes');
  const own = useSelector(selectOwnScene);
  const item = useSelector(selectItem);
  const { failure } = useSelector(selectScenes);
  return (
    <Card aria-labelledby="broadcast-scenes">
      <CardHeader
        id="broadcast-scenes"
        title={t('title')}
        actions={
          <div className="flex flex-wrap justify-end gap-1.5">
            <UndoRedo />
            <SceneFiles />
          </div>
        }
      />
      {failure && (
        <RecordingTrouble title={t('notKept')} message={failure.message} code={failure.code} isSevere />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2">
        <SceneList />
        {own ? <ItemList own={own} /> : <p className="text-xs text-t3">{t('layoutHint')}</p>}
      </div>
      {item && <ItemInspector key={item.id} item={item} />}
    </Card>
  );
}

function UndoRedo() {
  const { t } = useTranslation('scenes');
  const dispatch = useAppDispatch();
  const { past, future } = useSelector(selectScenes).history;
  const undo = () => dispatch(undoEdit());
  const redo = () => dispatch(redoEdit());
  useShortcut('edit.undo', undo, { repeats: true });
  useShortcut('edit.redo', redo, { repeats: true });
  return (
    <>
      <IconButton
        label={t('undo')}
        icon={<Undo2 aria-hidden="true" />}
        aria-keyshortcuts={useShortcutText('edit.undo').aria}
        disabled={past.length === 0}
        onClick={undo}
      />
      <IconButton
        label={t('redo')}
        icon={<Redo2 aria-hidden="true" />}
        aria-keyshortcuts={useShortcutText('edit.redo').aria}
        disabled={future.length === 0}
        onClick={redo}
      />
    </>
  );
}
