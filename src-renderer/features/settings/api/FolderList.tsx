import { FolderPlus } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { OpenFolder } from '../../../../src-shared/contract/openFolders.ts';
import { dataOf, failureOf } from '../../../lib/loadable.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { FormButtons } from '../../../ui/list/index.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { selectIsConnected } from '../../workspace/index.ts';
import { Section } from '../rows.tsx';
import { browseTakesFolder, readTakesFolder, selectTakesFolder } from '../takesFolderSlice.ts';
import { closeFolder, openFolder, readOpenFolders, selectOpenFolders } from './foldersSlice.ts';

/** Folders that programs may list, download and clean files of. */
export function FolderList() {
  const { t } = useTranslation('localApi');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const folders = useSelector(selectOpenFolders);
  const canBrowse = dataOf(useSelector(selectTakesFolder))?.canBrowse ?? false;
  const [isTyping, setTyping] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!isConnected) return;
    void dispatch(readOpenFolders());
    void dispatch(readTakesFolder({ isAtStart: false }));
  }, [dispatch, isConnected]);
  const browse = async () => {
    const chosen = await dispatch(browseTakesFolder());
    if (!browseTakesFolder.fulfilled.match(chosen)) return setProblem(failureOf(chosen).message);
    if (chosen.payload === null) return;
    const opened = await dispatch(openFolder(chosen.payload));
    setProblem(openFolder.fulfilled.match(opened) ? null : failureOf(opened).message);
  };
  return (
    <Section
      title={t('folders.title')}
      actions={
        <Button
          size="sm"
          disabled={!isConnected}
          onClick={() => (canBrowse ? void browse() : setTyping(true))}
        >
          <FolderPlus aria-hidden="true" className="size-4" />
          {t('folders.add')}
        </Button>
      }
    >
      <p className="text-t2">{t('folders.hint')}</p>
      {problem !== null && <MessageBox tone="error">{problem}</MessageBox>}
      {folders.status === 'failed' && <MessageBox tone="error">{folders.error.message}</MessageBox>}
      {folders.status === 'ready' && folders.data.length === 0 && (
        <p className="text-xs text-t3">{t('folders.none')}</p>
      )}
      <ul className="divide-y divide-line">
        {dataOf(folders)?.map((folder) => (
          <FolderRow key={folder.id} folder={folder} />
        ))}
      </ul>
      <PathDialog isOpen={isTyping} onOpenChange={setTyping} />
    </Section>
  );
}

function FolderRow({ folder: { id, path, isThere } }: { folder: OpenFolder }) {
  const { t } = useTranslation(['localApi', 'common']);
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const [isAsking, setAsking] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 grow basis-48 max-sm:basis-full">
        <p className="font-mono text-sm [overflow-wrap:anywhere] text-t1">{path}</p>
        {!isThere && <p className="mt-0.5 text-xs text-amb-text">{t('localApi:folders.away')}</p>}
      </div>
      <Button
        size="sm"
        disabled={!isConnected}
        aria-label={t('localApi:folders.removeName', { path })}
        onClick={() => setAsking(true)}
      >
        {t('localApi:folders.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('localApi:folders.removeQuestion')}
        description={t('localApi:folders.removeMessage', { path })}
        confirmLabel={t('localApi:folders.remove')}
        cancelLabel={t('common:cancel')}
        onConfirm={() => void dispatch(closeFolder(id))}
      />
    </li>
  );
}

/** Where the host has no dialog of its own. */
function PathDialog({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { t } = useTranslation(['localApi', 'common']);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('localApi:folders.add')}
      closeLabel={t('common:close')}
    >
      <PathForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function PathForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('localApi');
  const dispatch = useAppDispatch();
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() === '') return;
    setBusy(true);
    const opened = await dispatch(openFolder(path.trim()));
    setBusy(false);
    if (openFolder.fulfilled.match(opened)) onDone();
    else setProblem(failureOf(opened).message);
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('folders.path')} hint={t('folders.pathHint')} error={problem}>
        {(input) => (
          <Input
            {...input}
            autoComplete="off"
            spellCheck={false}
            value={path}
            onChange={({ target }) => {
              setPath(target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      <FormButtons submit={t('folders.submit')} isBusy={isBusy} onCancel={onDone} />
    </form>
  );
}
