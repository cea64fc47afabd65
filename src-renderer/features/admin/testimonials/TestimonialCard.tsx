import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useAct } from '../../../ui/list/index.ts';
import {
  usePublishTestimonialMutation,
  useRemoveTestimonialMutation,
  type TestimonialRow,
} from './testimonialsApi.ts';

interface TestimonialCardProps {
  testimonial: TestimonialRow;
  onEdit: () => void;
}

/** One testimonial as visitors read it, and what can be done about it. */
export function TestimonialCard({ testimonial, onEdit }: TestimonialCardProps) {
  const { t } = useTranslation('adminTestimonials');
  const {
    quote,
    author_name: name,
    author_role: role,
    source_url: source,
    is_published: isOut,
  } = testimonial;
  return (
    <Card className="grid gap-3 p-5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <figure className="min-w-0">
        <blockquote className="leading-relaxed break-words whitespace-pre-line">{quote}</blockquote>
        <figcaption className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-t2">
          <Badge tone={isOut ? 'good' : 'neutral'}>{t(isOut ? 'published' : 'draft')}</Badge>
          <bdi className="min-w-0 font-medium break-words text-t1">{name}</bdi>
          {role !== '' && <bdi className="min-w-0 break-words">{role}</bdi>}
          {source !== null && (
            <a
              href={source}
              target="_blank"
              rel="noreferrer nofollow"
              className="inline-flex items-center gap-1 underline decoration-line2 underline-offset-4 hover:text-t1"
            >
              {t('source')}
              <ExternalLink aria-hidden="true" className="size-3" />
            </a>
          )}
        </figcaption>
      </figure>
      <Actions testimonial={testimonial} onEdit={onEdit} />
    </Card>
  );
}

function Actions({ testimonial, onEdit }: TestimonialCardProps) {
  const { t } = useTranslation(['adminTestimonials', 'common']);
  const [publish, publishing] = usePublishTestimonialMutation();
  const [remove, removing] = useRemoveTestimonialMutation();
  const [asks, setAsks] = useState(false);
  const act = useAct();
  const { id, author_name: name, is_published: isOut } = testimonial;
  const isBusy = publishing.isLoading || removing.isLoading;
  const named = (action: string) => t('adminTestimonials:actionOf', { action, name });
  const switchLabel = t(isOut ? 'adminTestimonials:unpublish' : 'adminTestimonials:publish');
  return (
    <div className="flex flex-wrap content-start gap-1.5">
      <Button
        size="sm"
        disabled={isBusy}
        aria-label={named(switchLabel)}
        onClick={() =>
          void act(
            publish({ id, isPublished: !isOut }),
            t(isOut ? 'adminTestimonials:nowDraft' : 'adminTestimonials:nowPublished'),
          )
        }
      >
        {switchLabel}
      </Button>
      <Button size="sm" disabled={isBusy} aria-label={named(t('adminTestimonials:edit'))} onClick={onEdit}>
        {t('adminTestimonials:edit')}
      </Button>
      <Button
        size="sm"
        variant="danger"
        disabled={isBusy}
        aria-label={named(t('adminTestimonials:remove'))}
        onClick={() => setAsks(true)}
      >
        {t('adminTestimonials:remove')}
      </Button>
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={t('adminTestimonials:removeAsk')}
        description={t('adminTestimonials:removeMessage', { name })}
        confirmLabel={t('adminTestimonials:remove')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void act(remove(id), t('adminTestimonials:removed'))}
      />
    </div>
  );
}
