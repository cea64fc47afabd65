import { useId, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_NAME_LENGTH } from '../../media/basicTakes/document.ts';
import { renameBasicTake, type BasicTakeRow } from '../../media/basicTakes/library.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';

interface BasicRenameDialogProps {
  take: BasicTakeRow;
  onClose: () => void;
  onChanged: () => void;
}

/** Another name for a recording; its files stay as they are. */
export function BasicRenameDialog({ take, onClose, onChanged }: BasicRenameDialogProps) {
  const { t } = useTranslation(['basicRecorder', 'common']);
  const formId = useId();
  const [name, setName] = useState(take.name);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    setBusy(true);
    try {
      await renameBasicTake(take.id, name.trim());
      onChanged();
      onClose();
    } catch (error) {
      // Refused: what was typed stays.
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('basicRecorder:recordings.renameTitle')}
      closeLabel={t('common:close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isBusy} disabled={name.trim() === ''}>
            {t('basicRecorder:recordings.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <Field label={t('basicRecorder:recordings.renameField')} error={problem}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={MOST_NAME_LENGTH}
              onFocus={(event) => event.target.select()}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
