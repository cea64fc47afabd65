import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { useAct } from '../../../ui/list/index.ts';
import { sellerSchema, useSaveSellerMutation, type Seller } from './taxesApi.ts';

/** Whom invoices are from. */
export function SellerForm({ kept }: { kept: Seller }) {
  const { t } = useTranslation('adminTaxes');
  const act = useAct();
  const [save, { isLoading }] = useSaveSellerMutation();
  const { register, handleSubmit, formState, reset } = useForm<Seller>({
    mode: 'onTouched',
    resolver: zodResolver(sellerSchema),
    defaultValues: kept,
  });
  const submit = handleSubmit(async (seller) => {
    if (await act(save(seller), t('saved'))) reset(seller);
  });
  return (
    <form className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <h3 className="text-body font-semibold">{t('seller')}</h3>
      <p className="text-xs text-t2">{t('sellerHint')}</p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label={t('sellerName')}>
          {(input) => <Input {...input} {...register('name')} autoComplete="off" maxLength={200} />}
        </Field>
        <Field label={t('taxId')}>
          {(input) => <Input {...input} {...register('tax_id')} autoComplete="off" maxLength={50} />}
        </Field>
        <Field label={t('address')}>
          {(input) => (
            <Textarea {...input} {...register('address')} autoComplete="off" maxLength={500} rows={2} />
          )}
        </Field>
        <Field label={t('country')} error={formState.errors.country && t('countryWrong')}>
          {(input) => <Input {...input} {...register('country')} autoComplete="off" maxLength={2} />}
        </Field>
      </div>
      <div className="flex justify-end">
        <Button type="submit" isBusy={isLoading} disabled={!formState.isDirty}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
