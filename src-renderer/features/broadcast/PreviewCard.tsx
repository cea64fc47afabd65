import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { LAYOUT_IDS } from '../../../src-shared/domain/broadcast/layouts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { changeDraft } from './changeDraft.ts';
import { selectDraft, selectSources } from './broadcastSlice.ts';
import { LayoutChoice } from './LayoutChoice.tsx';
import { SendButtons, TransitionChoice } from './scenes/Transitions.tsx';
import { SceneEditor } from './scenes/SceneEditor.tsx';
import { selectIsStudioMode, selectOwnScene } from './scenes/scenesSlice.ts';
import { Stage } from './scenes/Stage.tsx';
import { ViewSwitches } from './scenes/ViewSwitches.tsx';

/** What viewers see, how it is laid out, and beside it the next scene where one is prepared. */
export function PreviewCard() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { layout } = useSelector(selectDraft);
  const hasSources = useSelector(selectSources).length > 0;
  const isStudioMode = useSelector(selectIsStudioMode);
  const hasOwnScene = useSelector(selectOwnScene) !== null;
  return (
    <Card aria-labelledby="broadcast-preview">
      <CardHeader id="broadcast-preview" title={t('preview.title')} actions={<ViewSwitches />} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {isStudioMode ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
            <Stage view="preview">
              <SceneEditor />
            </Stage>
            <Stage view="programme" />
          </div>
        ) : (
          <Stage view="programme">
            <SceneEditor />
          </Stage>
        )}
        {isStudioMode ? <SendButtons /> : <TransitionChoice />}
        {!hasSources && <p className="text-xs text-t3">{t('preview.empty')}</p>}
        {!hasOwnScene && (
          <LayoutChoice
            value={layout}
            layouts={LAYOUT_IDS}
            onChange={(value) => dispatch(changeDraft({ layout: value }))}
          />
        )}
      </div>
    </Card>
  );
}
