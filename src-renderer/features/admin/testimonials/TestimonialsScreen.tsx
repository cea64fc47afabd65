import './texts.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ROUTES } from '../../../../src-shared/domain/routes.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { ListFailure } from '../../organization/index.ts';
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
    <div className="mx-auto grid max-w-[60rem] grid-cols-[minmax(0,1fr)] gap-3.5 px-4 py-5 md:px-8 md:py-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
          <p className="text-t2">{t('subtitle')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link to={ROUTES.landing}>{t('frontPage')}</Link>
          </Button>
          <Button variant="primary" onClick={() => setWritten('new')}>
            <Plus aria-hidden="true" className="size-4" />
            {t('add')}
          </Button>
        </div>
      </header>
      <TestimonialList onEdit={setWritten} />
      <TestimonialDialog testimonial={written} onClose={() => setWritten(null)} />
    </div>
  );
}

function TestimonialList({ onEdit }: { onEdit: (testimonial: TestimonialRow) => void }) {
  const { t } = useTranslation('adminTestimonials');
  const { data, error, refetch } = useListTestimonialsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40 rounded-xl" />;
  if (data.length === 0) {
    return (
      <Card>
        <EmptyState title={t('empty')} message={t('emptyHint')} />
      </Card>
    );
  }
  return (
    <ul className="grid gap-3.5">
      {data.map((testimonial) => (
        <li key={testimonial.id}>
          <TestimonialCard testimonial={testimonial} onEdit={() => onEdit(testimonial)} />
        </li>
      ))}
    </ul>
  );
}
