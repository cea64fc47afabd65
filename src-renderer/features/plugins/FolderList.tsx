import { FolderOpen, Plus, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { PluginFolder } from '../../../src-shared/contract/plugins.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Input } from '../../ui/Input.tsx';
import { useAppDispatch } from '../../lib/store.ts';
import { failureOf } from '../../lib/loadable.ts';
import { selectSettings } from '../workspace/index.ts';
import { AllowFolder } from './AllowFolder.tsx';
import { addFolder } from './pluginsSlice.ts';
import { usePluginCalls } from './usePluginCalls.ts';

/** Where plug-ins are looked for: the system's folders, and the user's own, which can be added and taken out. */
export function FolderList({ folders }: { folders: readonly PluginFolder[] }) {
  const { t } = useTranslation('plugins');
  const call = usePluginCalls();
  const { pluginFolders } = useSelector(selectSettings);
  return (
    <section className="mt-5 border-t border-line pt-4" aria-labelledby="folders-title">
      <h3 id="folders-title" className="text-xs font-semibold text-t2">
        {t('folders.title')}
      </h3>
      <ul className="mt-2 grid gap-1">
        {folders.map(({ path, isOwn, exists, problem }) => (
          <li key={path} className="flex min-h-8 items-center gap-2 text-xs">
            <FolderOpen aria-hidden="true" className="size-3.5 shrink-0 text-t3" />
            <span className="min-w-0 grow">
              <span className={exists ? 'block break-all text-t1' : 'block break-all text-t3'}>{path}</span>
              {problem && <span className="block text-amb-text">{problem}</span>}
            </span>
            {!exists && (
              <span className={isOwn ? 'shrink-0 text-amb-text' : 'shrink-0 text-t3'}>
                {t('folders.missing')}
              </span>
            )}
            {pluginFolders.includes(path) ? (
              <IconButton
                label={t('folders.remove', { path })}
                icon={<X aria-hidden="true" />}
                hasBorder={false}
                onClick={() => void call('plugins.removeFolder', { path })}
              />
            ) : (
              <span className="shrink-0 text-t3">{t(isOwn ? 'folders.variable' : 'folders.system')}</span>
            )}
          </li>
        ))}
      </ul>
      <AddFolder />
    </section>
  );
}

function AddFolder() {
  const { t } = useTranslation('plugins');
  const dispatch = useAppDispatch();
  const [path, setPath] = useState('');
  const [error, setError] = useState<string | undefined>();
  /** Allows the folder outside of the page; null where nothing waits for that. */
  const [command, setCommand] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = (text: string) => {
    setPath(text);
    setError(undefined);
    setCommand(null);
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const result = await dispatch(addFolder(path.trim()));
    setBusy(false);
    if (!addFolder.rejected.match(result)) return change('');
    const { message, details } = failureOf(result);
    const isWaiting = typeof details?.command === 'string';
    setCommand(isWaiting ? String(details.command) : null);
    setError(isWaiting ? undefined : message);
  };
  return (
    <form className="mt-3" onSubmit={(event) => void add(event)}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <Field label={t('folders.path')} hint={t('folders.hint')} error={error}>
            {(control) => (
              <Input
                {...control}
                value={path}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => change(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" className="mt-[1.4rem]" isBusy={isBusy} disabled={path.trim() === ''}>
          <Plus aria-hidden="true" className="size-4" />
          {t('folders.add')}
        </Button>
      </div>
      {command !== null && <AllowFolder command={command} />}
    </form>
  );
}
