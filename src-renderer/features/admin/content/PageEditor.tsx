import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { useReadContentPageQuery, type ContentPage } from './contentApi.ts';
import { Detail } from '../Detail.tsx';
import type { Notify } from '../useBanner.ts';
import { Conflict } from './Conflict.tsx';
import { PageFields } from './PageFields.tsx';
import { PageHistory } from './PageHistory.tsx';
import { PagePreview } from './PagePreview.tsx';
import type { PageDrafts } from './usePageDrafts.ts';
import { usePageEditor, type PageEditing } from './usePageEditor.ts';

interface PageEditorProps {
  id: string;
  drafts: PageDrafts;
  notify: Notify;
}

/** One page: what it says, how that looks, and what it said before. */
export function PageEditor({ id, ...rest }: PageEditorProps) {
  const { t } = useTranslation('adminContent');
  const query = useReadContentPageQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Detail
      query={query}
      back={{ to: '?tab=pages', text: t('pages.back') }}
      backClassName="lg:hidden"
      gone={{ title: t('pages.gone'), message: t('pages.goneHint') }}
    >
      {(page) => <Editor page={page} {...rest} />}
    </Detail>
  );
}

const VIEWS = ['edit', 'preview', 'history'] as const;

function Editor({ page, drafts, notify }: { page: ContentPage; drafts: PageDrafts; notify: Notify }) {
  const { t } = useTranslation('adminContent');
  const editing = usePageEditor(page, drafts, notify);
  const [view, setView] = useState<(typeof VIEWS)[number]>('edit');
  return (
    <Card aria-labelledby="content-page" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1.5">
          <h2 id="content-page" className="text-base font-semibold">
            <bdi>{page.title}</bdi>
          </h2>
          <p className="flex flex-wrap items-center gap-2 text-xs text-t2">
            <Badge tone={page.status === 'published' ? 'good' : 'neutral'}>
              {t(`statuses.${page.status}`)}
            </Badge>
            <span className="font-mono">{page.page_key}</span>
            <span>{t('editor.updated', { when: formatDateTime(Date.parse(page.updated_at)) })}</span>
          </p>
        </div>
        <Actions editing={editing} />
      </header>
      {editing.isOutdated && (
        <Conflict title={t('conflict.title')} onMine={editing.keepMine} onTheirs={editing.discard}>
          {t('conflict.hint')}
        </Conflict>
      )}
      <div>
        <SegmentedControl
          label={t('editor.view')}
          value={view}
          onChange={setView}
          segments={VIEWS.map((value) => ({ value, label: t(`editor.views.${value}`) }))}
        />
      </div>
      {view === 'edit' && <PageFields editing={editing} />}
      {view === 'preview' && <PagePreview values={editing.values} checked={editing.checked} />}
      {view === 'history' && <PageHistory editing={editing} />}
    </Card>
  );
}

function Actions({ editing }: { editing: PageEditing }) {
  const { t } = useTranslation('adminContent');
  const { page, isDirty, isBusy, canSave } = editing;
  return (
    <div className="flex flex-wrap gap-2">
      {page.status === 'published' ? (
        <Button disabled={isBusy} onClick={() => void editing.unpublish()}>
          {t('editor.unpublish')}
        </Button>
      ) : (
        <Button disabled={isBusy || !canSave} onClick={() => void editing.publish()}>
          {t(isDirty ? 'editor.saveAndPublish' : 'editor.publish')}
        </Button>
      )}
      <Button
        variant="primary"
        isBusy={isBusy}
        disabled={!isDirty || !canSave}
        onClick={() => void editing.save()}
      >
        {t('editor.save')}
      </Button>
    </div>
  );
}
