import { zodResolver } from '@hookform/resolvers/zod';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import {
  DEFAULT_LICENCE_TRIAL_DAYS,
  LICENCE_KEY_PLATFORMS,
  LICENCE_PRODUCTS,
  LICENCE_TRIAL_DAY_OPTIONS,
} from '../../../../src-shared/domain/licence.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { FormButtons, SelectField } from '../../../ui/list/index.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { useGenerateLicenceMutation, type NewLicence } from './licencesApi.ts';
import { useCopyKey } from './useCopyKey.ts';

interface GenerateDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

const schema = z.object({
  userEmail: z.string().trim().min(1).max(320),
  productType: z.enum(LICENCE_PRODUCTS),
  platform: z.enum(LICENCE_KEY_PLATFORMS),
  trialDays: z.int().positive(),
}) satisfies z.ZodType<NewLicence>;

const START: NewLicence = {
  userEmail: '',
  productType: 'desktop',
  platform: 'windows',
  trialDays: DEFAULT_LICENCE_TRIAL_DAYS,
};

/** Makes a license for an account, and shows its key. */
export function GenerateDialog({ isOpen, onOpenChange }: GenerateDialogProps) {
  const { t } = useTranslation(['adminLicences', 'common']);
  const [key, setKey] = useState<string | null>(null);
  const open = (next: boolean) => {
    onOpenChange(next);
    if (!next) setKey(null);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={open}
      title={t('adminLicences:dialog.title')}
      closeLabel={t('common:close')}
    >
      {key === null ? (
        <GenerateForm onMade={setKey} onCancel={() => open(false)} />
      ) : (
        <Made licenceKey={key} onDone={() => open(false)} />
      )}
    </Dialog>
  );
}

function GenerateForm({ onMade, onCancel }: { onMade: (key: string) => void; onCancel: () => void }) {
  const { t } = useTranslation('adminLicences');
  const { register, handleSubmit, control, formState } = useForm<NewLicence>({
    mode: 'onTouched',
    resolver: zodResolver(schema),
    defaultValues: START,
  });
  const [generate, { isLoading, error }] = useGenerateLicenceMutation();
  const isMissing = useWatch({ control, name: 'userEmail' }).trim() === '';
  const failure = error as RpcFailure | undefined;
  const submit = handleSubmit(async (input) => {
    if (isLoading) return;
    const { data } = await generate(input);
    if (data) onMade(data.licenceKey);
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('dialog.email')}
        error={formState.errors.userEmail ? t('emailRequired') : failure?.message}
      >
        {(input) => (
          <Input
            {...input}
            {...register('userEmail')}
            type="email"
            autoComplete="off"
            required
            maxLength={320}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          control={control}
          name="productType"
          label={t('dialog.product')}
          options={LICENCE_PRODUCTS.map((value) => ({ value, label: t(`products.${value}`) }))}
        />
        <SelectField
          control={control}
          name="platform"
          label={t('dialog.platform')}
          options={LICENCE_KEY_PLATFORMS.map((value) => ({ value, label: t(`platforms.${value}`) }))}
        />
        <SelectField
          control={control}
          name="trialDays"
          label={t('dialog.days')}
          toValue={Number}
          options={LICENCE_TRIAL_DAY_OPTIONS.map((days) => ({
            value: String(days),
            label: t('dialog.daysOption', { days }),
          }))}
        />
      </div>
      <FormButtons submit={t('dialog.submit')} isBusy={isLoading} disabled={isMissing} onCancel={onCancel} />
    </form>
  );
}

function Made({ licenceKey, onDone }: { licenceKey: string; onDone: () => void }) {
  const { t } = useTranslation('adminLicences');
  const copy = useCopyKey();
  return (
    <div className="grid gap-4">
      <MessageBox tone="success" hint={t('dialog.notice')}>
        <span className="select-text">{t('made', { key: licenceKey })}</span>
      </MessageBox>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => void copy(licenceKey)}>
          <Copy aria-hidden="true" className="size-4" />
          {t('copy', { key: licenceKey.slice(0, 8) })}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t('dialog.done')}
        </Button>
      </div>
    </div>
  );
}
