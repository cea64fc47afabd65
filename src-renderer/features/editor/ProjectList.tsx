import { Clapperboard, Copy, EllipsisVertical, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { ProjectSummary } from '../../../src-shared/contract/projects.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { formatDate } from '../../lib/dates.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Input } from '../../ui/Input.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { selectEditor } from './editorSlice.ts';
import { ImportButtons } from './project/ImportButtons.tsx';
import { duplicateProject, followProjects, newProject, openProject, removeProject } from './projectThunks.ts';

/** The projects that there are; one that is opened is edited. */
export function ProjectList() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const { projects, openFailure } = useSelector(selectEditor);
  useEffect(() => dispatch(followProjects()), [dispatch]);
  return (
    <Card aria-label={t('projects.title')}>
      <CardHeader title={t('projects.title')} />
      <div className="grid gap-4">
        <NewProject />
        <ImportButtons />
        {openFailure && (
          <MessageBox
            tone="error"
            hint={
              openFailure.error.code === 'PROJECT_IN_USE' && (
                <Button
                  size="sm"
                  onClick={() => void dispatch(openProject({ id: openFailure.id, takeOver: true }))}
                >
                  {t('projects.takeOver')}
                </Button>
              )
            }
          >
            {openFailure.error.code === 'PROJECT_IN_USE' ? t('projects.inUse') : openFailure.error.message}
          </MessageBox>
        )}
        {projects.status === 'loading' && <Skeleton className="h-24" />}
        {projects.status === 'failed' && (
          <ErrorState title={t('failed.list')} message={projects.error.message} />
        )}
        {projects.status === 'ready' && projects.data.length === 0 && (
          <EmptyState
            icon={<Clapperboard aria-hidden="true" className="text-t3" />}
            title={t('projects.empty')}
            message={t('projects.emptyHint')}
          />
        )}
        {projects.status === 'ready' && projects.data.length > 0 && (
          <ul className="grid gap-2">
            {projects.data.map((project) => (
              <li key={project.id}>
                <ProjectRow project={project} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function NewProject() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const [name, setName] = useState('');
  const create = (event: FormEvent) => {
    event.preventDefault();
    void dispatch(newProject(name.trim() || t('projects.untitled')));
  };
  return (
    <form onSubmit={create} className="flex flex-wrap gap-2">
      <Input
        aria-label={t('projects.newName')}
        placeholder={t('projects.newName')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
        className="max-w-80"
      />
      <Button type="submit" variant="primary">
        <Plus aria-hidden="true" className="size-4" />
        {t('projects.new')}
      </Button>
    </form>
  );
}

function ProjectRow({ project }: { project: ProjectSummary }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, name, durationSec, width, height, changedAtMs, problem } = project;
  const facts = t('projects.facts', {
    length: formatRecordedTime(durationSec),
    width,
    height,
    date: formatDate(changedAtMs),
  });
  return (
    <div className="flex items-center gap-3 rounded-lg bg-inset p-3">
      <div className="grid min-w-0 grow gap-0.5">
        <button
          type="button"
          aria-label={t('projects.open', { name })}
          disabled={problem !== null}
          onClick={() => void dispatch(openProject({ id }))}
          className="truncate rounded text-left font-medium text-t1 hover:underline disabled:no-underline"
        >
          {name}
        </button>
        <span className="text-xs text-t3">
          {problem === null ? facts : t('projects.broken', { reason: problem })}
        </span>
      </div>
      <DropdownMenu
        trigger={
          <IconButton
            label={t('projects.actions', { name })}
            icon={<EllipsisVertical aria-hidden="true" />}
          />
        }
        groups={[
          [
            {
              id: 'duplicate',
              label: t('projects.duplicate'),
              icon: <Copy aria-hidden="true" />,
              onSelect: () => void dispatch(duplicateProject({ id, name: t('projects.copyOf', { name }) })),
            },
          ],
          [
            {
              id: 'remove',
              label: t('projects.remove'),
              icon: <Trash2 aria-hidden="true" />,
              isDestructive: true,
              onSelect: () => setIsRemoving(true),
            },
          ],
        ]}
      />
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        title={t('projects.removeTitle', { name })}
        description={t('projects.removeHint')}
        confirmLabel={t('projects.remove')}
        cancelLabel={t('projects.cancel')}
        isDestructive
        onConfirm={() => void dispatch(removeProject(id))}
      />
    </div>
  );
}
