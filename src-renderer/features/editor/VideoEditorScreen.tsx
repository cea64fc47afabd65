import './texts.ts';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OfflineState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { selectEditorSupport, selectIsConnected } from '../workspace/index.ts';
import { selectOpened } from './editorSlice.ts';
import { EditorView } from './EditorView.tsx';
import { editTake } from './mediaThunks.ts';
import { ProjectList } from './ProjectList.tsx';
import { openProject } from './projectThunks.ts';

/** Projects, and the one that is edited. */
export default function VideoEditorScreen() {
  const { t } = useTranslation('editor');
  useDocumentTitle(t('title'));
  const isOpen = useSelector(selectOpened) !== null;
  if (isOpen) {
    return (
      <div className="mx-auto max-w-[120rem] px-3 py-3 md:px-4">
        <EditorView />
      </div>
    );
  }
  return (
    <Page title={t('title')} width="narrow">
      <Start />
    </Page>
  );
}

function Start() {
  const { t } = useTranslation(['editor', 'shell']);
  const support = useSelector(selectEditorSupport);
  const isConnected = useSelector(selectIsConnected);
  if (support === null) {
    if (isConnected) {
      return (
        <div role="status" aria-label={t('loading')}>
          <Skeleton className="h-64" />
        </div>
      );
    }
    return (
      <Card>
        <OfflineState title={t('shell:connection.lost')} message={t('shell:connection.lostMessage')} />
      </Card>
    );
  }
  const reason = !support.supported ? support.reason : 'VideoDecoder' in globalThis ? null : t('noDecoder');
  if (reason === null) return <Projects />;
  return (
    <Card>
      <UnsupportedState title={t('unsupported')} message={reason} />
    </Card>
  );
}

/** The list; an address that names a project opens it, one that names a recording makes a project of it. */
function Projects() {
  const dispatch = useAppDispatch();
  const [params, setParams] = useSearchParams();
  const takeId = params.get('take');
  const projectId = params.get('project');
  useEffect(() => {
    if (takeId === null && projectId === null) return;
    setParams({}, { replace: true });
    if (projectId !== null) void dispatch(openProject({ id: projectId }));
    else if (takeId !== null) void dispatch(editTake(takeId));
  }, [dispatch, takeId, projectId, setParams]);
  return <ProjectList />;
}
