import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { showNotice } from '../../ui/notice.ts';
import { Select } from '../../ui/Select.tsx';
import { addToProject, listProjects } from './addToProject.ts';
import { FailureBox } from './FailureBox.tsx';
import { failureFrom } from './voiceThunks.ts';

/** A generated speech on a track of a project; nothing where there are no projects. */
export function SpeechToProject({ blob, fileName }: { blob: Blob; fileName: string }) {
  const { t } = useTranslation('voiceAi');
  const dispatch = useAppDispatch();
  const [projects, setProjects] = useState<{ id: string; name: string }[]>([]);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RpcFailure | null>(null);
  useEffect(() => {
    void dispatch(listProjects()).then(setProjects);
  }, [dispatch]);
  const project = projects.find(({ id }) => id === chosenId) ?? projects[0];
  if (!project) return null;
  const add = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await dispatch(addToProject(project.id, new File([blob], fileName, { type: blob.type })));
      showNotice({ tone: 'success', title: t('speech.added', { name: project.name }) });
    } catch (error) {
      setFailure(failureFrom(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex flex-wrap items-center gap-2.5">
        <div className="min-w-44 grow">
          <Select
            label={t('speech.project')}
            value={project.id}
            options={projects.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosenId}
          />
        </div>
        <Button isBusy={isBusy} onClick={() => void add()}>
          {t('speech.add')}
        </Button>
      </div>
      {failure !== null && <FailureBox failure={failure} />}
    </div>
  );
}
