import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { ListFailure, Pages, usePath } from '../../../ui/list/index.ts';
import { EntryCard } from './EntryCard.tsx';
import { TutorialDialog } from './TutorialDialog.tsx';
import {
  TUTORIALS_PAGE,
  useListTutorialsQuery,
  useRemoveTutorialMutation,
  type Tutorial,
} from './tutorialsApi.ts';
import type { Notify } from '../useBanner.ts';

/** Tutorials, newest first. */
export function Tutorials({ notify }: { notify: Notify }) {
  const { t } = useTranslation('adminContent');
  const path = usePath();
  const { data, error, refetch } = useListTutorialsQuery(path.after, { refetchOnMountOrArgChange: true });
  const [written, setWritten] = useState<Tutorial | 'new' | null>(null);
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40 rounded-xl" />;
  const add = (
    <Button variant="primary" onClick={() => setWritten('new')}>
      <Plus aria-hidden="true" className="size-4" />
      {t('tutorials.add')}
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {data.length === 0 && path.pageNumber === 1 ? (
        <Card>
          <EmptyState title={t('tutorials.empty')} message={t('tutorials.emptyHint')} action={add} />
        </Card>
      ) : (
        <>
          <div className="flex justify-end">{add}</div>
          <ul aria-label={t('tutorials.list')} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
            {data.map((tutorial) => (
              <li key={tutorial.id}>
                <TutorialCard tutorial={tutorial} onEdit={() => setWritten(tutorial)} notify={notify} />
              </li>
            ))}
          </ul>
          <Pages path={path} rows={data} size={TUTORIALS_PAGE} by="created_at" />
        </>
      )}
      <TutorialDialog
        tutorial={written}
        onClose={() => setWritten(null)}
        onSaved={() => {
          setWritten(null);
          notify.succeed(t('tutorials.saved'));
        }}
      />
    </div>
  );
}

function TutorialCard({
  tutorial,
  onEdit,
  notify,
}: {
  tutorial: Tutorial;
  onEdit: () => void;
  notify: Notify;
}) {
  const { t } = useTranslation('adminContent');
  const [remove] = useRemoveTutorialMutation();
  return (
    <EntryCard
      title={tutorial.title}
      badges={
        <>
          <Badge tone={tutorial.is_published ? 'good' : 'neutral'}>
            {t(tutorial.is_published ? 'tutorials.published' : 'tutorials.draft')}
          </Badge>
          {tutorial.is_featured && <Badge tone="accent">{t('tutorials.featured')}</Badge>}
        </>
      }
      facts={[
        tutorial.category,
        t(`tutorials.types.${tutorial.content_type}`),
        t(`tutorials.difficulties.${tutorial.difficulty}`),
        tutorial.duration,
        t('tutorials.views', { count: tutorial.view_count }),
        tutorial.tags.map((tag) => `#${tag}`).join(' '),
      ]}
      description={tutorial.description}
      removeAsk={t('tutorials.removeAsk')}
      removed={t('tutorials.removed')}
      onEdit={onEdit}
      remove={() => remove(tutorial)}
      notify={notify}
    />
  );
}
