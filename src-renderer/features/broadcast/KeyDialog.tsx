import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { BroadcastDestination } from '../../../src-shared/domain/broadcast/destinations.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { saveStreamKey } from './broadcastThunks.ts';

interface KeyDialogProps {
  destination: Pick<BroadcastDestination, 'id' | 'name' | 'platform'>;
  onClose: () => void;
}

/** Takes a stream key. It goes to the host and is not kept here, nor shown again. */
export function KeyDialog({ destination: { id, name, platform }, onClose }: KeyDialogProps) {
  const { t } = useTranslation(['broadcast', 'common']);
  const dispatch = useAppDispatch();
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const refusal = await dispatch(saveStreamKey(id, key));
    setBusy(false);
    if (refusal === null) onClose();
    else setProblem(refusal);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('broadcast:actions.setKeyOf', { name })}
      closeLabel={t('common:close')}
    >
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label={t('broadcast:destination.key')}
          hint={t(`broadcast:destination.keyHints.${platform}`)}
          error={problem}
        >
          {(control) => (
            <PasswordInput
              {...control}
              value={key}
              autoComplete="off"
              showLabel={t('broadcast:destination.showKey')}
              hideLabel={t('broadcast:destination.hideKey')}
              onChange={({ target }) => setKey(target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy} disabled={key.trim() === ''}>
            {t('broadcast:destination.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
