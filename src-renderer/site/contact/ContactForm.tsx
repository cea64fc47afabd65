import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { Controller, useForm, type FieldError } from 'react-hook-form';
import { useTranslation } from '../../lib/useTranslation.ts';
import { CONTACT_FAILED, CONTACT_TYPES, type ContactType } from '../../../src-shared/domain/contact.ts';
import { keepLeadEmail } from '../../lib/leadEmail.ts';
import { failureOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { RobotTrap } from '../RobotTrap.tsx';
import { handOver, readHandedOver } from '../chat/handOver.ts';
import { contactFormSchema, type ContactForm as Typed, type FormProblem } from './form.ts';
import { sendMessage } from './sendMessage.ts';

interface ContactFormProps {
  /** What the address asked for. */
  type: ContactType | null;
  onSent: () => void;
}

export function ContactForm({ type, onSent }: ContactFormProps) {
  const { t } = useTranslation('contact');
  const { register, control, formState, handleSubmit } = useForm<Typed>({
    resolver: zodResolver(contactFormSchema),
    // Not when a field is left: the note that appears would move the button away from under the pointer.
    mode: 'onSubmit',
    defaultValues: {
      contactType: type ?? 'general',
      name: '',
      email: '',
      homepage: '',
      subject: type === 'license_request' ? t('licenceRequest.subject') : '',
      message: type === 'license_request' ? t('licenceRequest.message') : (readHandedOver() ?? ''),
    },
  });
  const { errors, isSubmitting } = formState;
  const { send, failure } = useSending(onSent);
  const problem = (error: FieldError | undefined) =>
    error && t(`form.${(error.message ?? 'required') as FormProblem}`);
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(send)(event)} className="grid gap-5">
      <Field label={t('form.type')}>
        {() => (
          <Controller
            control={control}
            name="contactType"
            render={({ field }) => (
              <Select
                label={t('form.type')}
                value={field.value}
                onChange={field.onChange}
                options={CONTACT_TYPES.map((value) => ({ value, label: t(`form.types.${value}`) }))}
              />
            )}
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('form.name')} error={problem(errors.name)}>
          {(its) => <Input {...its} {...register('name')} autoComplete="name" required />}
        </Field>
        <Field label={t('form.email')} error={problem(errors.email)}>
          {(its) => <Input {...its} {...register('email')} type="email" autoComplete="email" required />}
        </Field>
      </div>
      <Field label={t('form.subject')} error={problem(errors.subject)}>
        {(its) => <Input {...its} {...register('subject')} required />}
      </Field>
      <Field label={t('form.message')} error={problem(errors.message)}>
        {(its) => <Textarea {...its} {...register('message')} rows={8} required />}
      </Field>
      <RobotTrap label={t('form.homepage')} {...register('homepage')} />
      {failure !== null && <MessageBox tone="error">{failure}</MessageBox>}
      <Button type="submit" variant="primary" isBusy={isSubmitting} className="justify-self-start">
        {isSubmitting ? t('form.sending') : t('form.send')}
      </Button>
    </form>
  );
}

/** What was typed stays until it was sent. */
function useSending(onSent: () => void) {
  const { t } = useTranslation('contact');
  const dispatch = useAppDispatch();
  const [failure, setFailure] = useState<string | null>(null);
  const id = useRef<string>(crypto.randomUUID());
  const send = async (typed: Typed) => {
    setFailure(null);
    const outcome = await dispatch(sendMessage({ ...typed, id: id.current }));
    if (sendMessage.rejected.match(outcome)) setFailure(failureOf(outcome).message || CONTACT_FAILED);
    else if (outcome.payload === 'unreached') setFailure(t('form.unreached'));
    else {
      handOver(null);
      keepLeadEmail(typed.email);
      onSent();
    }
  };
  return { send, failure };
}
