import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { useAct } from '../../../ui/list/index.ts';
import { newRateSchema, useAddTaxRateMutation } from './taxesApi.ts';

const START = { country: '', name: '', rate_percent: '', valid_from: '' };

/** Another rate; one that counts already is followed by another, and never changed. */
export function RateForm() {
  const { t } = useTranslation('adminTaxes');
  const act = useAct();
  const [add, { isLoading }] = useAddTaxRateMutation();
  const { register, handleSubmit, formState, reset } = useForm<
    z.input<typeof newRateSchema>,
    unknown,
    z.output<typeof newRateSchema>
  >({ mode: 'onTouched', resolver: zodResolver(newRateSchema), defaultValues: START });
  const { errors } = formState;
  const submit = handleSubmit(async (rate) => {
    if (await act(add(rate), t('added'))) reset(START);
  });
  return (
    <form className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
        <Field label={t('country')} error={errors.country && t('countryWrong')}>
          {(input) => <Input {...input} {...register('country')} autoComplete="off" maxLength={2} />}
        </Field>
        <Field label={t('name')} error={errors.name && t('nameWrong')}>
          {(input) => <Input {...input} {...register('name')} autoComplete="off" maxLength={40} />}
        </Field>
        <Field label={t('percent')} error={errors.rate_percent && t('percentWrong')}>
          {(input) => (
            <Input {...input} {...register('rate_percent')} inputMode="decimal" autoComplete="off" />
          )}
        </Field>
        <Field label={t('from')} error={errors.valid_from && t('fromWrong')}>
          {(input) => <Input {...input} {...register('valid_from')} type="date" />}
        </Field>
      </div>
      <div className="flex justify-end">
        <Button type="submit" isBusy={isLoading}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}
