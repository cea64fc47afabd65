import './texts.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ROUTES } from '../../../../src-shared/domain/routes.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Button } from '../../../ui/Button.tsx';
import { ListStates } from '../../../ui/list/index.ts';
import { Page } from '../../../ui/Page.tsx';
import { AdminOnly } from '../AdminOnly.tsx';
import { TestimonialCard } from './TestimonialCard.tsx';
import { TestimonialDialog } from './TestimonialDialog.tsx';
import { useListTestimonialsQuery, type TestimonialRow } from './testimonialsApi.ts';

/** Testimonials of the front page, for super admins. */
export default function TestimonialsScreen() {
  const { t } = useTranslation('adminTestimonials');
  useDocumentTitle(t('title'));
  return (
    <AdminOnly title={t('title')} refusal={t('refused')}>
      <Testimonials />
    </AdminOnly>
  );
}

function Testimonials() {
  const { t } = useTranslation('adminTestimonials');
  const [written, setWritten] = useState<TestimonialRow | 'new' | null>(null);
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      width="slim"
      actions={
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link to={ROUTES.landing}>{t('frontPage')}</Link>
          </Button>
          <Button variant="primary" onClick={() => setWritten('new')}>
            <Plus aria-hidden="true" className="size-4" />
            {t('add')}
          </Button>
        </div>
      }
    >
      <TestimonialList onEdit={setWritten} />
      <TestimonialDialog testimonial={written} onClose={() => setWritten(null)} />
    </Page>
  );
}

function TestimonialList({ onEdit }: { onEdit: (testimonial: TestimonialRow) => void }) {
  const { t } = useTranslation('adminTestimonials');
  const list = useListTestimonialsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <ListStates list={list} height="h-40" empty={{ title: t('empty'), message: t('emptyHint') }}>
      {(rows) => (
        <ul className="grid gap-3.5">
          {rows.map((testimonial) => (
            <li key={testimonial.id}>
              <TestimonialCard testimonial={testimonial} onEdit={() => onEdit(testimonial)} />
            </li>
          ))}
        </ul>
      )}
    </ListStates>
  );
}
