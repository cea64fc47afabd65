import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';

interface FolderDialogProps {
  texts: { title: string; hint: string; path: string; action: string };
  /** Gives what is said when it is done; null: it failed, which is shown already. */
  onPath: (path: string) => Promise<string | null>;
  onClose: () => void;
}

/** Asks for a folder of the host's machine. */
export function FolderDialog({ texts, onPath, onClose }: FolderDialogProps) {
  const { t } = useTranslation('editor');
  const [path, setPath] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() === '') return;
    setIsBusy(true);
    setDone(await onPath(path.trim()));
    setIsBusy(false);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts.title}
      description={texts.hint}
      closeLabel={t('project.folder.close')}
    >
      <form className="grid gap-3" onSubmit={(event) => void submit(event)}>
        <Field label={texts.path}>
          {(control) => (
            <Input
              {...control}
              value={path}
              maxLength={4096}
              onChange={({ target }) => setPath(target.value)}
            />
          )}
        </Field>
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" isBusy={isBusy} disabled={path.trim() === ''}>
            {texts.action}
          </Button>
          {done !== null && (
            <p role="status" className="min-w-0 text-xs break-words text-t2">
              {done}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}
