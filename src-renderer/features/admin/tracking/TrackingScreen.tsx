import './texts.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { LANGUAGE_NAMES } from '../../../../src-shared/domain/languages.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { CountCards, ListStates, type ListResult } from '../../../ui/list/index.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Page } from '../../../ui/Page.tsx';
import { AdminOnly } from '../AdminOnly.tsx';
import { useBanner, type Notify } from '../useBanner.ts';
import { PixelCard } from './PixelCard.tsx';
import { PixelDialog } from './PixelDialog.tsx';
import { useListPixelsQuery, type PixelRow } from './trackingApi.ts';

/** Document 3, section 2.13: tracking pixels of the public pages, for super admins. */
export default function TrackingScreen() {
  const { t } = useTranslation('adminTracking');
  useDocumentTitle(t('title'));
  return (
    <AdminOnly title={t('title')} refusal={t('refused')}>
      <Tracking />
    </AdminOnly>
  );
}

function Tracking() {
  const { t } = useTranslation('adminTracking');
  const list = useListPixelsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { banner, ...notify } = useBanner();
  const [written, setWritten] = useState<PixelRow | 'new' | null>(null);
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      width="narrow"
      actions={
        <Button variant="primary" onClick={() => setWritten('new')}>
          <Plus aria-hidden="true" className="size-4" />
          {t('add')}
        </Button>
      }
    >
      {banner !== null && <MessageBox tone={banner.tone}>{banner.text}</MessageBox>}
      <Counts pixels={list.data} />
      <PixelList list={list} notify={notify} onEdit={setWritten} />
      <Notes />
      <PixelDialog
        pixel={written}
        onSaved={(text) => {
          setWritten(null);
          notify.succeed(text);
        }}
        onClose={() => setWritten(null)}
      />
    </Page>
  );
}

const CARDS = ['total', 'active', 'meta', 'ga4'] as const;

function Counts({ pixels }: { pixels: readonly PixelRow[] | undefined }) {
  const { t } = useTranslation('adminTracking');
  const counts = pixels && {
    total: pixels.length,
    active: pixels.filter(({ is_active: isActive }) => isActive).length,
    meta: pixels.filter(({ pixel_type: type }) => type === 'meta').length,
    ga4: pixels.filter(({ pixel_type: type }) => type === 'google-analytics').length,
  };
  return (
    <CountCards
      label={t('cards.label')}
      names={CARDS}
      counts={counts}
      textOf={(name) => t(`cards.${name}`)}
    />
  );
}

interface PixelListProps {
  list: ListResult<PixelRow>;
  notify: Notify;
  onEdit: (pixel: PixelRow) => void;
}

function PixelList({ list, notify, onEdit }: PixelListProps) {
  const { t } = useTranslation('adminTracking');
  return (
    <ListStates list={list} height="h-40" empty={{ title: t('empty'), message: t('emptyHint') }}>
      {(rows) => (
        <ul className="grid gap-3.5">
          {rows.map((pixel) => (
            <li key={pixel.id}>
              <PixelCard pixel={pixel} notify={notify} onEdit={() => onEdit(pixel)} />
            </li>
          ))}
        </ul>
      )}
    </ListStates>
  );
}

/** What pixels can and cannot do here, and what the translator is. */
function Notes() {
  const { t } = useTranslation('adminTracking');
  return (
    <div className="grid gap-3.5 md:grid-cols-2">
      <Card>
        <CardHeader title={t('how.title')} />
        <div className="grid gap-2 text-sm text-t2">
          <p>{t('how.frame')}</p>
          <p>{t('how.consent')}</p>
          <p>{t('how.audit')}</p>
        </div>
      </Card>
      <Card>
        <CardHeader title={t('translation.title')} />
        <p className="text-sm text-t2">
          {t('translation.text', { languages: Object.values(LANGUAGE_NAMES).join(', ') })}
        </p>
      </Card>
    </div>
  );
}
