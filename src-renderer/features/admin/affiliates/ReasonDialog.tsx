import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { MAX_REVIEW_REASON_LENGTH } from '../../../../src-shared/domain/affiliate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';

interface ReasonDialogProps {
  title: string;
  description: string;
  confirmLabel: string;
  isBusy: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** A refusal, with its reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, confirmLabel, isBusy, onConfirm, onClose } = props;
  const { t } = useTranslation(['adminAffiliates', 'common']);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const submit = () => {
    const text = reason.trim();
    setIsMissing(text === '');
    if (text !== '' && !isBusy) onConfirm(text);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={title}
      description={description}
      closeLabel={t('common:close')}
    >
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label={t('adminAffiliates:reasonLabel')}
          hint={t('adminAffiliates:reasonHint')}
          error={isMissing ? t('adminAffiliates:reasonNeeded') : undefined}
        >
          {(its) => (
            <Textarea
              {...its}
              dir="auto"
              rows={4}
              required
              maxLength={MAX_REVIEW_REASON_LENGTH}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" variant="danger" isBusy={isBusy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
