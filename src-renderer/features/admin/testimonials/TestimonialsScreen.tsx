import './texts.ts';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { ROUTES } from '../../../../src-shared/domain/routes.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { AdminOnly } from '../AdminOnly.tsx';
import { CardList } from '../CardList.tsx';
import { TestimonialCard } from './TestimonialCard.tsx';
import { TestimonialDialog } from './TestimonialDialog.tsx';
import { useListTestimonialsQuery } from './testimonialsApi.ts';

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
  const list = useListTestimonialsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <CardList
      title={t('title')}
      subtitle={t('subtitle')}
      shownOn={{ path: ROUTES.landing, text: t('frontPage') }}
      add={t('add')}
      list={list}
      empty={{ title: t('empty'), message: t('emptyHint') }}
      card={(testimonial, onEdit) => <TestimonialCard testimonial={testimonial} onEdit={onEdit} />}
      dialog={(testimonial, onClose) => <TestimonialDialog testimonial={testimonial} onClose={onClose} />}
    />
  );
}
