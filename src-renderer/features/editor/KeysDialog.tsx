import { useTranslation } from 'react-i18next';
import { isMac } from '../../lib/shortcuts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { EDITOR_KEYS, keyText } from './keys.ts';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('editor');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('keys.title')}
      closeLabel={t('keys.close')}
      className="max-w-2xl"
    >
      <dl className="grid gap-x-6 gap-y-1.5 text-xs sm:grid-cols-2">
        {EDITOR_KEYS.map(({ action, keys }) => (
          <div key={action} className="flex items-center justify-between gap-3">
            <dt className="text-t2">{t(`keys.names.${action}`)}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{keyText(key, isMac())}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
