import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import {
  Controller,
  useForm,
  useWatch,
  type Control,
  type FieldError,
  type UseFormRegisterReturn,
} from 'react-hook-form';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import {
  AFFILIATE_EXPERIENCE,
  MARKETING_CHANNELS,
  MONTHLY_TRAFFIC,
} from '../../../src-shared/domain/affiliate.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { markAffiliateBrowser } from '../../lib/referral.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { useApplyToAffiliateMutation, useNoteBrowserMutation, type Application } from './affiliateApi.ts';
import {
  applicationSchema,
  MAX_COMPANY_LENGTH,
  MAX_MOTIVATION_LENGTH,
  MAX_WEBSITE_LENGTH,
  NOT_CHOSEN,
  NOT_SAID,
  type FormProblem,
  type TypedApplication,
} from './form.ts';

const EMPTY: TypedApplication = {
  companyName: '',
  website: '',
  monthlyTraffic: NOT_CHOSEN,
  marketingChannels: [],
  experience: NOT_SAID,
  motivation: '',
};

interface ApplicationFormProps {
  /** What was sent before and was refused. */
  former: Application | null;
  onSent: () => void;
}

/** What was typed stays until it was sent. */
export function ApplicationForm({ former, onSent }: ApplicationFormProps) {
  const { t } = useTranslation('affiliate');
  const { register, control, handleSubmit, formState } = useForm<TypedApplication>({
    resolver: zodResolver(applicationSchema),
    mode: 'onSubmit',
    defaultValues: former ? { ...former, experience: former.experience ?? NOT_SAID } : EMPTY,
  });
  const { errors } = formState;
  const { send, isBusy, failure } = useSending(onSent);
  const channels = useWatch({ control, name: 'marketingChannels' });
  const problem = (error: FieldError | undefined) =>
    error && t(`form.${(error.message ?? 'required') as FormProblem}`);
  return (
    <Card>
      <form className="grid gap-5" noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label={t('form.company')} hint={t('form.companyHint')} error={problem(errors.companyName)}>
            {(its) => (
              <Input
                {...its}
                {...register('companyName')}
                autoComplete="organization"
                maxLength={MAX_COMPANY_LENGTH}
                required
              />
            )}
          </Field>
          <Field label={t('form.website')} error={problem(errors.website)}>
            {(its) => (
              <Input
                {...its}
                {...register('website')}
                type="url"
                autoComplete="url"
                placeholder="https://"
                maxLength={MAX_WEBSITE_LENGTH}
                required
              />
            )}
          </Field>
          <TrafficField control={control} error={problem(errors.monthlyTraffic)} />
          <ExperienceField control={control} />
        </div>
        <Channels field={register('marketingChannels')} />
        <Field
          label={t('form.motivation')}
          hint={t('form.motivationHint')}
          error={problem(errors.motivation)}
        >
          {(its) => (
            <Textarea
              {...its}
              {...register('motivation')}
              rows={5}
              dir="auto"
              maxLength={MAX_MOTIVATION_LENGTH}
              required
            />
          )}
        </Field>
        {failure !== null && <MessageBox tone="error">{failure}</MessageBox>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button asChild>
            <Link to={ROUTES.affiliate}>{t('form.back')}</Link>
          </Button>
          <Button type="submit" variant="primary" isBusy={isBusy} disabled={channels.length === 0}>
            {t('form.submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface ChoiceProps {
  control: Control<TypedApplication>;
}

function TrafficField({ control, error }: ChoiceProps & { error: string | undefined }) {
  const { t } = useTranslation('affiliate');
  return (
    <Field label={t('form.traffic')} error={error}>
      {(its) => (
        <Controller
          control={control}
          name="monthlyTraffic"
          render={({ field }) => (
            <Select
              label={t('form.traffic')}
              value={field.value}
              onChange={field.onChange}
              isInvalid={its['aria-invalid']}
              {...(its['aria-describedby'] ? { describedBy: its['aria-describedby'] } : {})}
              options={[
                ...(field.value === NOT_CHOSEN
                  ? [{ value: NOT_CHOSEN, label: t('form.chooseTraffic'), disabled: true }]
                  : []),
                ...MONTHLY_TRAFFIC.map((value) => ({
                  value,
                  label: t(`form.trafficOptions.${value}`),
                })),
              ]}
            />
          )}
        />
      )}
    </Field>
  );
}

function ExperienceField({ control }: ChoiceProps) {
  const { t } = useTranslation('affiliate');
  return (
    <Field label={t('form.experience')}>
      {() => (
        <Controller
          control={control}
          name="experience"
          render={({ field }) => (
            <Select
              label={t('form.experience')}
              value={field.value}
              onChange={field.onChange}
              options={[
                { value: NOT_SAID, label: t('form.noExperience') },
                ...AFFILIATE_EXPERIENCE.map((value) => ({
                  value,
                  label: t(`form.experienceOptions.${value}`),
                })),
              ]}
            />
          )}
        />
      )}
    </Field>
  );
}

function Channels({ field }: { field: UseFormRegisterReturn }) {
  const { t } = useTranslation('affiliate');
  const hintId = useId();
  return (
    <fieldset aria-describedby={hintId} className="grid gap-1.5">
      <legend className="mb-1.5 text-xs font-medium text-t2">{t('form.channels')}</legend>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {MARKETING_CHANNELS.map((channel) => (
          <label
            key={channel}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2 hover:bg-raise"
          >
            <input type="checkbox" {...field} value={channel} className="size-4 shrink-0 accent-accent" />
            {channel}
          </label>
        ))}
      </div>
      <p id={hintId} className="text-xs text-t3">
        {t('form.channelsHint')}
      </p>
    </fieldset>
  );
}

function useSending(onSent: () => void) {
  const { t } = useTranslation('affiliate');
  const [apply, { isLoading, error }] = useApplyToAffiliateMutation();
  const [noteBrowser] = useNoteBrowserMutation();
  const send = async ({ experience, ...typed }: TypedApplication) => {
    if (isLoading) return;
    const application = {
      ...typed,
      experience: experience === NOT_SAID ? null : experience,
    } as Application;
    const { error: refusal } = await apply(application);
    if (refusal !== undefined) return;
    const browser = markAffiliateBrowser(localStorage);
    if (browser !== null) void noteBrowser(browser);
    onSent();
  };
  const message = (error as Partial<RpcFailure> | undefined)?.message;
  return { send, isBusy: isLoading, failure: error === undefined ? null : message || t('form.failed') };
}
