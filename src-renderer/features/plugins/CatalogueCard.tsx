import { RefreshCw, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { FailedPlugin, PluginCatalogue } from '../../../src-shared/contract/plugins.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { useAppDispatch } from '../../lib/store.ts';
import { ConfinementNote } from './ConfinementNote.tsx';
import { FolderList } from './FolderList.tsx';
import { PluginList } from './PluginList.tsx';
import { readCatalogue, selectCatalogue } from './pluginsSlice.ts';
import { usePluginCalls } from './usePluginCalls.ts';

/** What there is on this computer, how it was found, and what could not be used. */
export function CatalogueCard() {
  const { t } = useTranslation(['plugins', 'common']);
  const catalogue = useSelector(selectCatalogue);
  const dispatch = useAppDispatch();
  return (
    <Card aria-labelledby="catalogue-title" className="min-w-0">
      {catalogue.status === 'ready' ? (
        <Ready catalogue={catalogue.data} />
      ) : (
        <>
          <CardHeader id="catalogue-title" title={t('catalogue.title')} />
          {catalogue.status === 'loading' ? (
            <p role="status" className="py-8 text-center text-t2">
              {t('loading')}
            </p>
          ) : (
            <ErrorState
              title={t('catalogue.failed')}
              message={catalogue.error.message}
              action={<Button onClick={() => void dispatch(readCatalogue())}>{t('common:retry')}</Button>}
            />
          )}
        </>
      )}
    </Card>
  );
}

function Ready({ catalogue }: { catalogue: PluginCatalogue }) {
  const { t } = useTranslation('plugins');
  const call = usePluginCalls();
  const { plugins, failed, folders, scan } = catalogue;
  return (
    <>
      <CardHeader
        id="catalogue-title"
        title={
          <span className="flex items-center gap-2">
            {t('catalogue.title')}
            <Badge>{t('catalogue.count', { count: plugins.length })}</Badge>
          </span>
        }
        actions={
          scan.isRunning ? (
            <Button size="sm" onClick={() => void call('plugins.cancelScan', undefined)}>
              {t('scan.cancel')}
            </Button>
          ) : (
            <span className="flex gap-2">
              <IconButton
                label={t('scan.all')}
                icon={<RotateCcw aria-hidden="true" />}
                onClick={() => void call('plugins.scan', { isForced: true })}
              />
              <Button size="sm" onClick={() => void call('plugins.scan', { isForced: false })}>
                <RefreshCw aria-hidden="true" className="size-3.5" />
                {t('scan.start')}
              </Button>
            </span>
          )
        }
      />
      {scan.isRunning && (
        <div className="mb-4">
          <Progress
            label={
              scan.current === null
                ? t('scan.beginning')
                : t('scan.running', { name: fileNameOf(scan.current) })
            }
            ratio={scan.total === 0 ? null : scan.done / scan.total}
            note={t('scan.count', { done: scan.done, total: scan.total })}
          />
        </div>
      )}
      {plugins.length === 0 && !scan.isRunning ? (
        <EmptyState
          title={t('catalogue.empty')}
          message={t('catalogue.emptyMessage', { folders: folders.map(({ path }) => path).join(', ') })}
        />
      ) : (
        plugins.length > 0 && <PluginList plugins={plugins} />
      )}
      {failed.length > 0 && <FailedList failed={failed} />}
      <FolderList folders={folders} />
      <ConfinementNote />
    </>
  );
}

function FailedList({ failed }: { failed: readonly FailedPlugin[] }) {
  const { t } = useTranslation(['plugins', 'common']);
  const call = usePluginCalls();
  const [busyPath, setBusyPath] = useState<string | null>(null);
  const retry = async (path: string) => {
    setBusyPath(path);
    await call('plugins.retry', { path });
    setBusyPath(null);
  };
  return (
    <section className="mt-5" aria-labelledby="failed-title">
      <h3 id="failed-title" className="text-xs font-semibold text-amb-text">
        {t('failed.title', { count: failed.length })}
      </h3>
      <ul className="mt-2 grid max-h-72 gap-2 overflow-auto" tabIndex={0}>
        {failed.map(({ path, message }) => (
          <li key={path} className="flex items-center justify-between gap-3 rounded-lg bg-inset px-3 py-2">
            <span className="min-w-0">
              <b className="block truncate font-medium text-t1" title={path}>
                {fileNameOf(path)}
              </b>
              <span className="block text-xs text-t2">{message}</span>
            </span>
            <Button
              size="sm"
              isBusy={busyPath === path}
              disabled={busyPath !== null}
              aria-label={t('failed.retry', { name: fileNameOf(path) })}
              onClick={() => void retry(path)}
            >
              {t('common:retry')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function fileNameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
