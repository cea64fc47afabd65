import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { FormButtons } from '../../ui/list/index.ts';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { showNotice } from '../../ui/notice.ts';
import { useRequestPayoutMutation } from './affiliateApi.ts';
import { formatUsdCents } from '../../lib/money.ts';

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface PayoutDialogProps {
  amountUsd: number;
  onClose: () => void;
}

/** Asks for all that is payable. */
export function PayoutDialog({ amountUsd, onClose }: PayoutDialogProps) {
  const { t } = useTranslation(['affiliate', 'common']);
  const [address, setAddress] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [request, { isLoading, error }] = useRequestPayoutMutation();
  const amount = formatUsdCents(amountUsd);
  const submit = async () => {
    const isGood = ADDRESS.test(address.trim());
    setIsWrong(!isGood);
    if (!isGood || isLoading) return;
    const asked = await request(address.trim());
    if (asked.error !== undefined) return;
    showNotice({ tone: 'success', title: t('affiliate:payouts.requested') });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('affiliate:payouts.requestTitle', { amount })}
      description={t('affiliate:payouts.requestText')}
      closeLabel={t('common:close')}
    >
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          label={t('affiliate:payouts.paypal')}
          error={isWrong ? t('affiliate:payouts.paypalWrong') : undefined}
        >
          {(its) => (
            <Input
              {...its}
              type="email"
              autoComplete="email"
              maxLength={254}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </Field>
        {error !== undefined && (
          <MessageBox tone="error">{(error as Partial<RpcFailure>).message}</MessageBox>
        )}
        <FormButtons
          submit={t('affiliate:payouts.confirm', { amount })}
          isBusy={isLoading}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
