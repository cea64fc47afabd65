import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useTranslation } from '../../lib/useTranslation.ts';
import { failureOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { RobotTrap } from '../RobotTrap.tsx';
import { subscribe, type Subscription } from './subscription.ts';

const formSchema = z.object({
  email: z.string().trim().max(254).pipe(z.email()),
  homepage: z.string(),
}) satisfies z.ZodType<Subscription>;

/** The e-mail box of document 3, section 2.6: nothing is sent to an address before it was confirmed. */
export function Subscribe() {
  const { t } = useTranslation('status');
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <section
      aria-labelledby="subscribe-title"
      className="mt-14 grid items-start gap-x-12 gap-y-6 rounded-2xl border border-line2 bg-panel p-6 sm:p-8 md:grid-cols-2"
    >
      <div>
        <h2 id="subscribe-title" className="text-2xl font-semibold tracking-tight">
          {t('subscribe.title')}
        </h2>
        <p className="mt-3 leading-relaxed text-t2">{t('subscribe.lead')}</p>
      </div>
      {sentTo === null ? (
        <SubscribeForm onSent={setSentTo} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <MessageBox tone="success" hint={t('subscribe.sentHint')}>
            {t('subscribe.sent', { email: sentTo })}
          </MessageBox>
          <Button onClick={() => setSentTo(null)}>{t('subscribe.again')}</Button>
        </div>
      )}
    </section>
  );
}

function SubscribeForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation('status');
  const dispatch = useAppDispatch();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, formState, handleSubmit } = useForm<Subscription>({
    resolver: zodResolver(formSchema),
    mode: 'onSubmit',
    defaultValues: { email: '', homepage: '' },
  });
  const send = async (typed: Subscription) => {
    setFailure(null);
    const outcome = await dispatch(subscribe(typed));
    if (subscribe.rejected.match(outcome)) setFailure(failureOf(outcome).message);
    else if (outcome.payload === 'unreached') setFailure(t('subscribe.unreached'));
    else onSent(typed.email);
  };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(send)(event)} className="grid gap-3">
      <Field label={t('subscribe.email')} error={formState.errors.email && t('subscribe.emailInvalid')}>
        {(its) => <Input {...its} {...register('email')} type="email" autoComplete="email" required />}
      </Field>
      <RobotTrap label={t('subscribe.homepage')} {...register('homepage')} />
      {failure !== null && <MessageBox tone="error">{failure}</MessageBox>}
      <Button type="submit" variant="primary" isBusy={formState.isSubmitting} className="justify-self-start">
        {t('subscribe.send')}
      </Button>
    </form>
  );
}
