import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  DATA_REQUEST_FAILED,
  DATA_REQUEST_TYPES,
  MAX_DATA_REQUEST_DETAILS_LENGTH,
  MAX_DATA_REQUEST_EMAIL_LENGTH,
  type DataRequestType,
} from '../../../src-shared/domain/dataRequest.ts';
import { failureOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { RobotTrap } from '../RobotTrap.tsx';
import { sendDataRequest } from './ownDataApi.ts';

/** Messages are keys of the texts under `form`. */
const formSchema = z.object({
  /** Empty until it is chosen: nothing is sent until then. */
  requestType: z.enum(['', ...DATA_REQUEST_TYPES]),
  email: z.string().trim().max(MAX_DATA_REQUEST_EMAIL_LENGTH, 'tooLong').pipe(z.email('emailInvalid')),
  details: z.string().trim().max(MAX_DATA_REQUEST_DETAILS_LENGTH, 'tooLong'),
  homepage: z.string(),
});
type Typed = z.infer<typeof formSchema>;
type Problem = 'tooLong' | 'emailInvalid';

interface RequestFormProps {
  /** What the address asked for. */
  type: DataRequestType | null;
  /** Of who is signed in. */
  email: string;
  onSent: () => void;
}

export function RequestForm({ type, email, onSent }: RequestFormProps) {
  const { t } = useTranslation('gdpr');
  const { register, control, formState, handleSubmit } = useForm<Typed>({
    resolver: zodResolver(formSchema),
    // Not when a field is left: the note that appears would move the button away from under the pointer.
    mode: 'onSubmit',
    defaultValues: { requestType: type ?? '', email, details: '', homepage: '' },
  });
  const { errors, isSubmitting } = formState;
  const chosen = useWatch({ control, name: 'requestType' });
  const { send, failure } = useSending(onSent);
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(send)(event)} className="grid gap-5">
      <Field label={t('form.type')}>
        {() => (
          <Controller
            control={control}
            name="requestType"
            render={({ field }) => (
              <Select
                label={t('form.type')}
                value={field.value}
                onChange={field.onChange}
                options={[
                  ...(field.value === '' ? [{ value: '', label: t('form.choose'), disabled: true }] : []),
                  ...DATA_REQUEST_TYPES.map((value) => ({ value, label: t(`form.types.${value}`) })),
                ]}
              />
            )}
          />
        )}
      </Field>
      <Field
        label={t('form.email')}
        hint={t('form.emailHint')}
        error={errors.email && t(`form.${(errors.email.message ?? 'emailInvalid') as Problem}`)}
      >
        {(its) => <Input {...its} {...register('email')} type="email" autoComplete="email" required />}
      </Field>
      <Field label={t('form.details')} error={errors.details && t('form.tooLong')}>
        {(its) => <Textarea {...its} {...register('details')} rows={5} />}
      </Field>
      <RobotTrap label={t('form.homepage')} {...register('homepage')} />
      {failure !== null && <MessageBox tone="error">{failure}</MessageBox>}
      <Button
        type="submit"
        variant="primary"
        isBusy={isSubmitting}
        disabled={chosen === ''}
        className="justify-self-start"
      >
        {isSubmitting ? t('form.sending') : t('form.send')}
      </Button>
    </form>
  );
}

/** What was typed stays until it was sent. */
function useSending(onSent: () => void) {
  const { t } = useTranslation('gdpr');
  const dispatch = useAppDispatch();
  const [failure, setFailure] = useState<string | null>(null);
  const id = useRef<string>(crypto.randomUUID());
  const send = async ({ requestType, ...typed }: Typed) => {
    if (requestType === '') return;
    setFailure(null);
    const outcome = await dispatch(sendDataRequest({ ...typed, requestType, id: id.current }));
    if (sendDataRequest.rejected.match(outcome))
      setFailure(failureOf(outcome).message || DATA_REQUEST_FAILED);
    else if (outcome.payload === 'unreached') setFailure(t('form.unreached'));
    else onSent();
  };
  return { send, failure };
}
