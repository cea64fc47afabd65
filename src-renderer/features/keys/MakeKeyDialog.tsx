import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { OnceShown } from './OnceShown.tsx';

interface MakeKeyDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  onMade: (name: string) => void;
  /** What a key is made of. */
  form: (onMade: (key: string, name: string) => void, onCancel: () => void) => ReactNode;
}

/** Makes a key, and shows the whole of it this once. */
export function MakeKeyDialog({ isOpen, onOpenChange, title, onMade, form }: MakeKeyDialogProps) {
  const { t } = useTranslation(['keys', 'common']);
  const [key, setKey] = useState<string | null>(null);
  const open = (next: boolean) => {
    onOpenChange(next);
    if (!next) setKey(null);
  };
  const take = (made: string, name: string) => {
    setKey(made);
    onMade(name);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={open}
      title={key === null ? title : t('keys:madeTitle')}
      closeLabel={t('common:close')}
    >
      {key === null ? (
        form(take, () => open(false))
      ) : (
        <OnceShown
          secret={key}
          notice={t('keys:once')}
          copied={t('keys:copied')}
          onDone={() => open(false)}
        />
      )}
    </Dialog>
  );
}
