import { FolderOpen } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakesFolder } from '../../../src-shared/contract/takesFolder.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { failureOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showUndoNotice } from '../../ui/undoNotice.ts';
import { selectIsConnected, selectSettings, selectTakesSupport } from '../workspace/index.ts';
import { Section } from './rows.tsx';
import {
  browseTakesFolder,
  chooseTakesFolder,
  readTakesFolder,
  selectTakesFolder,
} from './takesFolderSlice.ts';

/** Less than this is reported: an hour of two channels needs about 1.3 GB. */
const LITTLE_ROOM_BYTES = 2e9;

/** Where recordings are kept. */
export function RecordingsSection() {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const takes = useSelector(selectTakesSupport);
  const hasFolders = takes?.supported === true && takes.hasFolders;
  const folder = useSelector(selectTakesFolder);
  const { takesFolder } = useSelector(selectSettings);
  const isConnected = useSelector(selectIsConnected);
  // Another window, a file or a reset may have chosen another one.
  useEffect(() => {
    if (hasFolders && isConnected) void dispatch(readTakesFolder({ isAtStart: false }));
  }, [dispatch, hasFolders, isConnected, takesFolder]);
  if (takes && !hasFolders) {
    return (
      <Section title={t('recordings.title')}>
        <p className="text-xs text-t2">{takes.supported ? t('recordings.noFolders') : takes.reason}</p>
      </Section>
    );
  }
  return (
    <Section title={t('recordings.title')}>
      {folder.status === 'ready' ? (
        <Chosen folder={folder.data} />
      ) : folder.status === 'loading' ? (
        <Skeleton className="h-16" />
      ) : (
        <p role="alert" className="text-xs text-red-text">
          {folder.error.message}
        </p>
      )}
    </Section>
  );
}

function Chosen({ folder }: { folder: TakesFolder }) {
  const { t } = useTranslation('settings');
  const { choose, browse, failure, isBusy, forgetFailure } = useChoice(folder);
  const [isTyping, setTyping] = useState(false);
  return (
    <div className="grid gap-3">
      <div className="flex gap-3">
        <FolderOpen aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-t3" />
        <div className="min-w-0">
          <p className="break-all text-t1 select-text">{folder.path}</p>
          <p className="mt-0.5 text-xs text-t3">
            {folder.isDefault && `${t('recordings.isDefault')} · `}
            <Room freeBytes={folder.freeBytes} />
          </p>
        </div>
      </div>
      {folder.problem !== null && (
        <p role="alert" className="text-xs text-red-text">
          {folder.problem}
        </p>
      )}
      {failure !== null && !isTyping && (
        <p role="alert" className="text-xs text-red-text">
          {failure}
        </p>
      )}
      {isTyping ? (
        <PathForm
          path={folder.path}
          error={failure ?? undefined}
          isBusy={isBusy}
          onType={forgetFailure}
          onCancel={() => {
            forgetFailure();
            setTyping(false);
          }}
          onChoose={async (path) => {
            if (await choose(path)) setTyping(false);
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            isBusy={isBusy}
            onClick={() => (folder.canBrowse ? void browse() : setTyping(true))}
          >
            {t('recordings.choose')}
          </Button>
          {!folder.isDefault && (
            <Button size="sm" disabled={isBusy} onClick={() => void choose(null)}>
              {t('recordings.useDefault')}
            </Button>
          )}
        </div>
      )}
      <p className="text-xs text-t3">{t('recordings.stay')}</p>
      <Earlier folders={folder.earlier} />
    </div>
  );
}

function Room({ freeBytes }: { freeBytes: number | null }) {
  const { t } = useTranslation('settings');
  if (freeBytes === null) return t('recordings.freeUnknown');
  const text = t('recordings.free', { size: formatBytes(freeBytes) });
  if (freeBytes >= LITTLE_ROOM_BYTES) return text;
  return <span className="text-amb-text">{`${text}: ${t('recordings.little')}`}</span>;
}

function Earlier({ folders }: { folders: TakesFolder['earlier'] }) {
  const { t } = useTranslation('settings');
  if (folders.length === 0) return null;
  return (
    <ul aria-label={t('recordings.earlier')} className="grid gap-1.5 border-t border-line pt-3 text-xs">
      {folders.map(({ path, takeCount, problem }) => (
        <li key={path}>
          <span className="block break-all text-t2">{path}</span>
          {problem === null ? (
            <span className="text-t3">{t('recordings.count', { count: takeCount })}</span>
          ) : (
            <span className="text-amb-text">{problem}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface PathFormProps {
  path: string;
  error: string | undefined;
  isBusy: boolean;
  onType: () => void;
  onCancel: () => void;
  onChoose: (path: string) => Promise<void>;
}

/** Where the host has no dialog of its own. */
function PathForm({ path, error, isBusy, onType, onCancel, onChoose }: PathFormProps) {
  const { t } = useTranslation(['settings', 'common']);
  const [typed, setTyped] = useState(path);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') void onChoose(typed.trim());
  };
  return (
    <form className="grid gap-2" onSubmit={submit}>
      <Field label={t('settings:recordings.path')} hint={t('settings:recordings.pathHint')} error={error}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={typed}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => {
              setTyped(target.value);
              onType();
            }}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button size="sm" variant="primary" type="submit" isBusy={isBusy} disabled={typed.trim() === ''}>
          {t('settings:recordings.use')}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}

function useChoice(folder: TakesFolder) {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** True where it is taken. */
  async function choose(path: string | null): Promise<boolean> {
    const before = folder.isDefault ? null : folder.path;
    setBusy(true);
    const result = await dispatch(chooseTakesFolder(path));
    setBusy(false);
    if (!chooseTakesFolder.fulfilled.match(result)) {
      setFailure(failureOf(result).message);
      return false;
    }
    setFailure(null);
    if (result.payload.path !== folder.path) {
      const title = t('recordings.chosen', { path: result.payload.path });
      showUndoNotice(title, t('undo'), () => void dispatch(chooseTakesFolder(before)), 'takes-folder');
    }
    return true;
  }

  async function browse(): Promise<void> {
    const result = await dispatch(browseTakesFolder());
    if (!browseTakesFolder.fulfilled.match(result)) return setFailure(failureOf(result).message);
    if (result.payload !== null) await choose(result.payload);
  }

  return { choose, browse, failure, isBusy, forgetFailure: () => setFailure(null) };
}
