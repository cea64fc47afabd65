import { History } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { ProjectVersion } from '../../../../src-shared/contract/projects.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Input } from '../../../ui/Input.tsx';
import { keepVersion, listVersions, restoreVersion } from './versionThunks.ts';

/** What the project was, under names and by time. */
export function VersionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const [versions, setVersions] = useState<readonly ProjectVersion[] | null>(null);
  const [name, setName] = useState('');
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    void dispatch(listVersions()).then((result) => {
      if (!isGone && listVersions.fulfilled.match(result)) setVersions(result.payload);
    });
    return () => {
      isGone = true;
    };
  }, [dispatch, round]);
  const readAgain = () => setRound((last) => last + 1);
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const result = await dispatch(keepVersion(name.trim()));
    if (!keepVersion.fulfilled.match(result)) return;
    setName('');
    readAgain();
  };
  const restore = async (id: string) => {
    await dispatch(restoreVersion(id));
    readAgain();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('project.version.title')}
      description={t('project.version.hint')}
      closeLabel={t('project.version.close')}
    >
      <form className="flex gap-2" onSubmit={(event) => void keep(event)}>
        <Input
          aria-label={t('project.version.name')}
          placeholder={t('project.version.name')}
          value={name}
          maxLength={200}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" variant="primary" disabled={name.trim() === ''}>
          {t('project.version.keep')}
        </Button>
      </form>
      {versions?.length === 0 && <p className="mt-4 text-t3">{t('project.version.none')}</p>}
      <ul aria-label={t('project.version.title')} className="mt-4 grid max-h-[50vh] gap-1.5 overflow-y-auto">
        {versions?.map((version) => (
          <VersionRow key={version.id} version={version} onRestore={() => void restore(version.id)} />
        ))}
      </ul>
    </Dialog>
  );
}

function VersionRow({ version, onRestore }: { version: ProjectVersion; onRestore: () => void }) {
  const { t } = useTranslation('editor');
  const { name, kind, savedAtMs } = version;
  const shown = kind === 'named' ? name : t(`project.version.${kind}`);
  const date = formatDateTime(savedAtMs);
  return (
    <li className="flex items-center gap-3 rounded-lg bg-inset px-3 py-2">
      <span className="grid min-w-0 grow">
        <b className="truncate font-medium text-t1">{shown}</b>
        <span className="text-xs text-t3">{date}</span>
      </span>
      <IconButton
        label={t('project.version.restore', { name: `${shown}, ${date}` })}
        icon={<History aria-hidden="true" />}
        onClick={onRestore}
      />
    </li>
  );
}
