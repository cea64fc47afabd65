import { Download, MoreHorizontal, RotateCcw, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { selectIsConnected, selectSettingsStatus } from '../workspace/index.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { useResetSettings, useSettingsFiles } from './useSettingsFiles.ts';

/** All settings at once: to the defaults, to a file, from a file. */
export function FileActions() {
  const { t } = useTranslation(['settings', 'common']);
  const dispatch = useAppDispatch();
  const isKnown = useSelector(selectSettingsStatus) === 'ready';
  const disabled = !useSelector(selectIsConnected) || !isKnown;
  const [isAsking, setIsAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { pending, exportFile, openFile, apply, cancel } = useSettingsFiles(dispatch);
  const reset = useResetSettings(dispatch);
  return (
    <div className="flex items-center gap-2">
      <Button disabled={disabled} onClick={() => setIsAsking(true)}>
        <RotateCcw aria-hidden="true" className="size-4" />
        {t('settings:reset')}
      </Button>
      <DropdownMenu
        trigger={
          <IconButton
            label={t('settings:file.menu')}
            icon={<MoreHorizontal aria-hidden="true" />}
            disabled={disabled}
          />
        }
        groups={[
          [
            {
              id: 'export',
              label: t('settings:file.export'),
              icon: <Download aria-hidden="true" />,
              onSelect: exportFile,
            },
            {
              id: 'import',
              label: t('settings:file.import'),
              icon: <Upload aria-hidden="true" />,
              onSelect: () => input.current?.click(),
            },
          ],
        ]}
      />
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={t('settings:file.import')}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void openFile(file);
          target.value = '';
        }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('settings:resetQuestion')}
        description={t('settings:resetMessage')}
        confirmLabel={t('settings:reset')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void reset()}
      />
      {pending && <ImportDialog pending={pending} onApply={() => void apply()} onCancel={cancel} />}
    </div>
  );
}
