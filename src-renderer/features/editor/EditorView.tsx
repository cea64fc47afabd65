import { useCallback, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useLeaveWarning } from '../../lib/useLeaveWarning.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { EditorHeader } from './EditorHeader.tsx';
import {
  problemRead,
  selectEditor,
  selectIsUnsaved,
  selectOpened,
  selectProject,
  tabChosen,
} from './editorSlice.ts';
import { TABS } from './editorState.ts';
import { AudioTab } from './inspector/AudioTab.tsx';
import { ColorTab } from './inspector/ColorTab.tsx';
import { EffectsTab } from './inspector/EffectsTab.tsx';
import { ExportTab } from './inspector/ExportTab.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { LeftPanel } from './LeftPanel.tsx';
import { relink, takeBack } from './mediaThunks.ts';
import { openWorkbench, type OpenedWorkbench } from './openWorkbench.ts';
import { PreviewPanel } from './preview/PreviewPanel.tsx';
import { followRenders } from './renderThunks.ts';
import { SpeedDialog } from './SpeedDialog.tsx';
import { TimelinePanel } from './timeline/TimelinePanel.tsx';
import { useActions } from './useActions.ts';
import { useEditorKeys } from './useEditorKeys.ts';
import { useSaving } from './useSaving.ts';
import { WorkbenchContext } from './workbench.ts';

/** A project that is open. */
export function EditorView() {
  const { t } = useTranslation('editor');
  const { workbench, failure } = useOpenedWorkbench();
  if (failure !== null)
    return <MessageBox tone="error">{t('preview.failed', { reason: failure })}</MessageBox>;
  if (!workbench) return <Skeleton className="h-[70vh]" />;
  return (
    <WorkbenchContext value={workbench}>
      <Bench />
    </WorkbenchContext>
  );
}

function useOpenedWorkbench() {
  const dispatch = useAppDispatch();
  const project = useSelector(selectProject);
  const isDraft = useSelector(selectOpened)?.draft !== null;
  const session = useSelector(selectOpened)?.session;
  const [workbench, setWorkbench] = useState<OpenedWorkbench | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!project || session === undefined) return undefined;
    let isGone = false;
    let opened: OpenedWorkbench | null = null;
    dispatch(openWorkbench(project)).then(
      (result) => {
        if (isGone) return result.dispose();
        opened = result;
        setWorkbench(result);
      },
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isGone = true;
      opened?.dispose();
      setWorkbench(null);
    };
    // A project that is edited is the same one: it is handed on below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [dispatch, session]);
  useEffect(() => {
    if (project) workbench?.setProject(project, isDraft);
  }, [workbench, project, isDraft]);
  return { workbench, failure };
}

function Bench() {
  const dispatch = useAppDispatch();
  const [hasKeys, setHasKeys] = useState(false);
  const actions = useActions();
  useEditorKeys(
    actions,
    useCallback(() => setHasKeys(true), []),
  );
  useSaving();
  useLeaveWarning(useSelector(selectIsUnsaved), always);
  useEffect(() => dispatch(followRenders()), [dispatch]);
  return (
    <div
      data-notices="beside"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-2.5 lg:flex lg:h-[calc(100dvh-1.5rem)] lg:min-h-[44rem] lg:flex-col"
    >
      <EditorHeader onKeys={() => setHasKeys(true)} />
      <Notes />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 lg:min-h-0 lg:flex-1 lg:grid-cols-[16rem_minmax(0,1fr)_18rem] lg:grid-rows-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-h-0 max-lg:h-[min(56vw+4rem,60vh)] max-lg:min-h-72 lg:col-start-2 lg:row-start-1">
          <PreviewPanel />
        </div>
        <div className="grid min-h-0 max-lg:h-80 lg:col-span-2 lg:col-start-1 lg:row-start-2">
          <TimelinePanel />
        </div>
        <div className="grid min-h-0 max-lg:max-h-96 lg:col-start-1 lg:row-start-1">
          <LeftPanel />
        </div>
        <Inspector />
      </div>
      {hasKeys && <KeysDialog onClose={() => setHasKeys(false)} />}
      <SpeedDialog />
    </div>
  );
}

function Inspector() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const { tab } = useSelector(selectEditor);
  const contents = {
    effects: <EffectsTab />,
    color: <ColorTab />,
    audio: <AudioTab />,
    export: <ExportTab />,
  } as const;
  return (
    <aside className="min-h-0 overflow-y-auto rounded-xl border border-line bg-panel p-3 lg:col-start-3 lg:row-span-2 lg:row-start-1">
      <Tabs
        label={t('tabs.label')}
        value={tab}
        onChange={(value) => dispatch(tabChosen(value as typeof tab))}
        tabs={TABS.map((value) => ({ value, label: t(`tabs.${value}`), content: contents[value] }))}
      />
    </aside>
  );
}

const always = () => true;

/** What the user has to know about this project. */
function Notes() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const opened = useSelector(selectOpened);
  if (!opened) return null;
  const { isTakenOver, problem, missingMedia } = opened;
  return (
    <>
      {isTakenOver && (
        <MessageBox
          tone="error"
          hint={
            <Button size="sm" onClick={() => void dispatch(takeBack())}>
              {t('projects.takeOver')}
            </Button>
          }
        >
          {t('header.takenOver')}
        </MessageBox>
      )}
      {problem !== null && (
        <MessageBox
          tone="info"
          hint={
            <Button size="sm" onClick={() => dispatch(problemRead())}>
              {t('header.close')}
            </Button>
          }
        >
          {t('header.recovered', { reason: problem })}
        </MessageBox>
      )}
      {missingMedia.length > 0 && (
        <MessageBox
          tone="info"
          hint={
            <Button size="sm" onClick={() => void dispatch(relink())}>
              {t('header.relink')}
            </Button>
          }
        >
          {t('header.missing', { count: missingMedia.length })}
        </MessageBox>
      )}
    </>
  );
}
