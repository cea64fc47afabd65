import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { Controller, useForm, useWatch, type Control, type UseFormRegisterReturn } from 'react-hook-form';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import {
  FEEDBACK_FAILED,
  FEEDBACK_TYPES,
  MAX_FEEDBACK_EMAIL_LENGTH,
  MAX_FEEDBACK_LENGTH,
} from '../../../../src-shared/domain/feedback.ts';
import { formatFigure } from '../../../lib/figures.ts';
import { failureOf } from '../../../lib/loadable.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { selectSession } from '../../auth/index.ts';
import { submitFeedback } from './feedbackThunks.ts';
import { clearDraft, formSchema, readDraft, useKeptDraft, type FeedbackForm as Typed } from './form.ts';
import { RatingField } from './RatingField.tsx';

/** From here on the length is shown while it grows. */
const REPORT_LENGTH_FROM = MAX_FEEDBACK_LENGTH * 0.8;

interface FeedbackFormProps {
  onDone: (outcome: 'sent' | 'kept') => void;
  /** What goes with it: read by the user, and chosen; null where nothing does. */
  diagnostics: string | null;
}

export function FeedbackForm({ onDone, diagnostics }: FeedbackFormProps) {
  const { t } = useTranslation('help');
  const { register, control, formState, handleSubmit } = useForm<Typed>({
    resolver: zodResolver(formSchema),
    defaultValues: readDraft(),
    // Not when a field is left: the note that appears would move the button away from under the pointer.
    mode: 'onSubmit',
  });
  const values = useWatch({ control, compute: (typed: Typed) => typed });
  useKeptDraft(values);
  const { send, failure } = useSending(onDone, diagnostics);
  const { errors, isSubmitting } = formState;
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(send)(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-4.5"
    >
      <p className="text-t2">{t('feedback.message')}</p>
      <TypeField control={control} />
      <Controller
        control={control}
        name="rating"
        render={({ field }) => <RatingField value={field.value} onChange={field.onChange} />}
      />
      <MessageField length={values.message.length} {...register('message')} />
      <Field
        label={t('feedback.email')}
        hint={t('feedback.emailHint')}
        error={errors.email && t('feedback.emailInvalid')}
      >
        {(fieldControl) => (
          <Input
            {...fieldControl}
            {...register('email')}
            type="email"
            autoComplete="email"
            maxLength={MAX_FEEDBACK_EMAIL_LENGTH}
          />
        )}
      </Field>
      {failure !== null && <MessageBox tone="error">{failure}</MessageBox>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" disabled={values.message.trim() === ''} isBusy={isSubmitting}>
          {isSubmitting ? t('feedback.sending') : t('feedback.send')}
        </Button>
        <AuthorNote hasDiagnostics={diagnostics !== null} />
      </div>
    </form>
  );
}

function TypeField({ control }: { control: Control<Typed> }) {
  const { t } = useTranslation('help');
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="text-xs font-medium text-t2">{t('feedback.type')}</span>
      <Controller
        control={control}
        name="feedbackType"
        render={({ field }) => (
          <SegmentedControl
            label={t('feedback.type')}
            value={field.value}
            onChange={field.onChange}
            segments={FEEDBACK_TYPES.map((type) => ({ value: type, label: t(`feedback.types.${type}`) }))}
          />
        )}
      />
    </div>
  );
}

function MessageField({ length, ...registered }: UseFormRegisterReturn<'message'> & { length: number }) {
  const { t } = useTranslation('help');
  const excess = length - MAX_FEEDBACK_LENGTH;
  const most = formatFigure(MAX_FEEDBACK_LENGTH);
  const hint = t('feedback.length', { length: formatFigure(length), most });
  return (
    <Field
      label={t('feedback.text')}
      error={excess > 0 ? t('feedback.tooLong', { count: excess, most }) : undefined}
      {...(length >= REPORT_LENGTH_FROM ? { hint } : {})}
    >
      {(fieldControl) => (
        <Textarea
          {...fieldControl}
          {...registered}
          rows={7}
          required
          placeholder={t('feedback.placeholder')}
        />
      )}
    </Field>
  );
}

function AuthorNote({ hasDiagnostics }: { hasDiagnostics: boolean }) {
  const { t } = useTranslation('help');
  const session = useSelector(selectSession);
  if (session.status !== 'ready') return null;
  return (
    <p className="text-xs text-t3">
      {session.data.kind === 'signedIn'
        ? t('feedback.asUser', { email: session.data.email })
        : t('feedback.asVisitor')}
      {hasDiagnostics && ` ${t('feedback.withDiagnostics')}`}
    </p>
  );
}

/** What was typed stays until it was sent, or kept to be sent. */
function useSending(onDone: FeedbackFormProps['onDone'], diagnostics: string | null) {
  const dispatch = useAppDispatch();
  const [failure, setFailure] = useState<string | null>(null);
  // The same until it is done: what arrived without our hearing of it does not arrive twice.
  const id = useRef<string>(crypto.randomUUID());
  const send = async ({ feedbackType, rating, message, email }: Typed) => {
    setFailure(null);
    const outcome = await dispatch(
      submitFeedback({
        id: id.current,
        feedbackType,
        rating,
        message: message.trim(),
        email: email === '' ? null : email,
        diagnostics,
      }),
    );
    if (submitFeedback.rejected.match(outcome)) {
      setFailure(failureOf(outcome).message || FEEDBACK_FAILED);
      return;
    }
    id.current = crypto.randomUUID();
    // The form goes with its end; what comes after it begins empty.
    clearDraft();
    onDone(outcome.payload);
  };
  return { send, failure };
}
