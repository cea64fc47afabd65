import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { showNotice } from '../../ui/notice.ts';
import { Textarea } from '../../ui/Textarea.tsx';
import {
  useReadBillingDetailsQuery,
  useSaveBillingDetailsMutation,
  type BillingDetails,
} from './billingApi.ts';
import { ReadCard } from './ReadCard.tsx';

const schema = z.object({
  name: z.string().trim().max(200),
  address: z.string().trim().max(500),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{2})?$/),
  tax_id: z.string().trim().max(50),
}) satisfies z.ZodType<BillingDetails>;

/** Whom invoices are for. */
export function DetailsCard({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation('billing');
  const query = useReadBillingDetailsQuery(organizationId);
  return (
    <ReadCard id="billing-details" title={t('details.title')} query={query}>
      {(kept) => <DetailsForm organizationId={organizationId} kept={kept} />}
    </ReadCard>
  );
}

function DetailsForm({ organizationId, kept }: { organizationId: string; kept: BillingDetails }) {
  const { t } = useTranslation('billing');
  const [save, { isLoading, error }] = useSaveBillingDetailsMutation();
  const { register, handleSubmit, formState, reset } = useForm<BillingDetails>({
    mode: 'onTouched',
    resolver: zodResolver(schema),
    defaultValues: kept,
  });
  const submit = handleSubmit(async (details) => {
    const saved = await save({ organizationId, ...details });
    if (saved.error !== undefined) return;
    reset(details);
    showNotice({ tone: 'success', title: t('details.saved') });
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <p className="text-t2">{t('details.hint')}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('details.name')}>
          {(input) => <Input {...input} {...register('name')} autoComplete="organization" maxLength={200} />}
        </Field>
        <Field label={t('details.taxId')}>
          {(input) => <Input {...input} {...register('tax_id')} autoComplete="off" maxLength={50} />}
        </Field>
        <Field label={t('details.address')}>
          {(input) => (
            <Textarea
              {...input}
              {...register('address')}
              autoComplete="street-address"
              maxLength={500}
              rows={3}
            />
          )}
        </Field>
        <Field
          label={t('details.country')}
          hint={t('details.countryHint')}
          error={formState.errors.country && t('details.countryWrong')}
        >
          {(input) => <Input {...input} {...register('country')} autoComplete="country" maxLength={2} />}
        </Field>
      </div>
      {error !== undefined && (
        <MessageBox tone="error" hint={(error as Partial<RpcFailure>).message}>
          {t('details.failed')}
        </MessageBox>
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={isLoading} disabled={!formState.isDirty}>
          {t('details.save')}
        </Button>
      </div>
    </form>
  );
}
