import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ListFailure } from '../../../ui/list/index.ts';
import { writeJson, type JsonObject } from './checkJson.ts';
import {
  descriptionOf,
  HISTORY_PAGE,
  useListPageVersionsQuery,
  useReadPageVersionQuery,
  type VersionRow,
} from './contentApi.ts';
import { PagePreview } from './PagePreview.tsx';
import type { PageEditing } from './usePageEditor.ts';

/** What a page said, newest first; each can be read and written back. */
export function PageHistory({ editing }: { editing: PageEditing }) {
  const [starts, setStarts] = useState<readonly (number | null)[]>([null]);
  const [shown, setShown] = useState<VersionRow | null>(null);
  const more = (last: number) => setStarts((former) => [...former, last]);
  return (
    <>
      <div className="grid divide-y divide-line rounded-lg border border-line2">
        {starts.map((start, index) => (
          <Part
            key={start ?? 'newest'}
            editing={editing}
            start={start}
            onShow={setShown}
            onMore={index === starts.length - 1 ? more : undefined}
          />
        ))}
      </div>
      <VersionDialog version={shown} editing={editing} onClose={() => setShown(null)} />
    </>
  );
}

interface PartProps {
  editing: PageEditing;
  start: number | null;
  onShow: (version: VersionRow) => void;
  onMore: ((last: number) => void) | undefined;
}

function Part({ editing, start, onShow, onMore }: PartProps) {
  const { t } = useTranslation('adminContent');
  const { data, error, refetch } = useListPageVersionsQuery(
    { page: editing.page.id, beforeId: start },
    { refetchOnMountOrArgChange: true },
  );
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40 rounded-lg" />;
  const last = data.length === HISTORY_PAGE ? data.at(-1) : undefined;
  return (
    <>
      <ol aria-label={t('history.label')} className="grid divide-y divide-line">
        {data.map((version, index) => (
          <li key={version.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
            <div className="grid min-w-0 grow basis-52 gap-0.5">
              <span className="flex flex-wrap items-center gap-2">
                <time dateTime={version.created_at} className="tabular-nums">
                  {formatDateTime(Date.parse(version.created_at))}
                </time>
                {start === null && index === 0 && <Badge tone="accent">{t('history.now')}</Badge>}
                <Badge tone={version.status === 'published' ? 'good' : 'neutral'}>
                  {t(`statuses.${version.status}`)}
                </Badge>
              </span>
              <bdi className="text-xs text-t2">
                {version.title} · {t('history.by', { name: version.editor ?? t('history.server') })}
              </bdi>
            </div>
            <Button
              size="sm"
              aria-label={t('history.showOf', { when: formatDateTime(Date.parse(version.created_at)) })}
              onClick={() => onShow(version)}
            >
              {t('history.show')}
            </Button>
          </li>
        ))}
      </ol>
      {last !== undefined && onMore !== undefined && (
        <div className="px-4 py-2.5">
          <Button size="sm" onClick={() => onMore(last.id)}>
            {t('history.more')}
          </Button>
        </div>
      )}
    </>
  );
}

interface VersionDialogProps {
  version: VersionRow | null;
  editing: PageEditing;
  onClose: () => void;
}

function VersionDialog({ version, editing, onClose }: VersionDialogProps) {
  const { t } = useTranslation(['adminContent', 'common']);
  const when = version === null ? '' : formatDateTime(Date.parse(version.created_at));
  return (
    <Dialog
      isOpen={version !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('adminContent:history.version', { when })}
      closeLabel={t('common:close')}
      className="!max-w-3xl wrap-anywhere"
    >
      {version !== null && <Version id={version.id} editing={editing} onClose={onClose} />}
    </Dialog>
  );
}

function Version({ id, editing, onClose }: { id: number; editing: PageEditing; onClose: () => void }) {
  const { t } = useTranslation('adminContent');
  const { data, error } = useReadPageVersionQuery(id);
  if (error !== undefined) return <MessageBox tone="error">{(error as RpcFailure).message}</MessageBox>;
  if (data === undefined) return <Skeleton className="h-64 rounded-lg" />;
  const restore = async () => {
    await editing.restore(data);
    onClose();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PagePreview
        values={{ title: data.title, description: descriptionOf(data) }}
        checked={{ value: data.content as JsonObject }}
      />
      <details className="rounded-lg border border-line2 px-3 py-2">
        <summary className="cursor-pointer text-xs font-medium text-t2">{t('history.source')}</summary>
        <pre
          tabIndex={0}
          aria-label={t('history.source')}
          className="mt-2 max-h-80 overflow-auto font-mono text-xs whitespace-pre-wrap select-text"
        >
          {writeJson(data.content)}
        </pre>
      </details>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="grow basis-60 text-xs text-t2">{t('history.restoreHint')}</p>
        <Button variant="primary" isBusy={editing.isBusy} onClick={() => void restore()}>
          {t('history.restore')}
        </Button>
      </div>
    </div>
  );
}
