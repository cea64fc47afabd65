import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import {
  MAX_QUOTE_LENGTH,
  MAX_QUOTE_SOURCE_LENGTH,
  MAX_QUOTED_NAME_LENGTH,
  MAX_QUOTED_ROLE_LENGTH,
} from '../../../../src-shared/domain/testimonials.ts';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { EditDialog, FormButtons } from '../../../ui/list/index.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { showNotice } from '../../../ui/notice.ts';
import { Textarea } from '../../../ui/Textarea.tsx';
import {
  testimonialInputSchema,
  useSaveTestimonialMutation,
  type TestimonialInput,
  type TestimonialRow,
} from './testimonialsApi.ts';

interface TestimonialDialogProps {
  /** `new` for one that is added, null while nothing is written. */
  testimonial: TestimonialRow | 'new' | null;
  onClose: () => void;
}

const START: TestimonialInput = { quote: '', author_name: '', author_role: '', source_url: '' };

/** Adds a testimonial as a draft, or changes one. */
export function TestimonialDialog({ testimonial, onClose }: TestimonialDialogProps) {
  const { t } = useTranslation('adminTestimonials');
  return (
    <EditDialog
      row={testimonial}
      title={{ new: t('dialog.new'), change: t('dialog.change') }}
      onClose={onClose}
    >
      {(row) => <TestimonialForm testimonial={row} onClose={onClose} />}
    </EditDialog>
  );
}

function TestimonialForm({
  testimonial,
  onClose,
}: {
  testimonial: TestimonialRow | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('adminTestimonials');
  const { register, handleSubmit, formState } = useForm<TestimonialInput>({
    mode: 'onTouched',
    resolver: zodResolver(testimonialInputSchema),
    defaultValues: testimonial ? { ...testimonial, source_url: testimonial.source_url ?? '' } : START,
  });
  const [save, { isLoading, error }] = useSaveTestimonialMutation();
  const { errors } = formState;
  const submit = handleSubmit(async (input) => {
    if (isLoading) return;
    const saved = await save({ id: testimonial?.id ?? null, testimonial: input });
    if (saved.error) return;
    showNotice({ tone: 'success', title: t('saved') });
    onClose();
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {error !== undefined && <MessageBox tone="error">{(error as Partial<RpcFailure>).message}</MessageBox>}
      <Field
        label={t('dialog.quote')}
        hint={t('dialog.quoteHint')}
        error={errors.quote ? t('dialog.quoteRequired') : undefined}
      >
        {(input) => (
          <Textarea {...input} {...register('quote')} rows={5} required maxLength={MAX_QUOTE_LENGTH} />
        )}
      </Field>
      <Field label={t('dialog.name')} error={errors.author_name ? t('dialog.nameRequired') : undefined}>
        {(input) => (
          <Input
            {...input}
            {...register('author_name')}
            required
            autoComplete="off"
            maxLength={MAX_QUOTED_NAME_LENGTH}
          />
        )}
      </Field>
      <Field label={t('dialog.role')}>
        {(input) => (
          <Input
            {...input}
            {...register('author_role')}
            autoComplete="off"
            maxLength={MAX_QUOTED_ROLE_LENGTH}
          />
        )}
      </Field>
      <Field
        label={t('dialog.source')}
        hint={t('dialog.sourceHint')}
        error={errors.source_url ? t('dialog.sourceWrong') : undefined}
      >
        {(input) => (
          <Input
            {...input}
            {...register('source_url')}
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={MAX_QUOTE_SOURCE_LENGTH}
          />
        )}
      </Field>
      <FormButtons submit={t('dialog.save')} isBusy={isLoading} onCancel={onClose} />
    </form>
  );
}
