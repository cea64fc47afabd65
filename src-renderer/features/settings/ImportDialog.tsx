import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { Difference } from './settingsFile.ts';
import type { PendingImport } from './useSettingsFiles.ts';

interface ImportDialogProps {
  pending: PendingImport;
  onApply: () => void;
  onCancel: () => void;
}

/** What a file would change, before it does. */
export function ImportDialog({ pending, onApply, onCancel }: ImportDialogProps) {
  const { t } = useTranslation(['settings', 'common']);
  const { name, differences, leftOut } = pending;
  const count = differences.length;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      title={t('settings:file.question')}
      description={
        count === 0 ? t('settings:file.nothing', { name }) : t('settings:file.message', { name, count })
      }
      closeLabel={t('common:close')}
      footer={
        <>
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          <Button variant="primary" disabled={count === 0} onClick={onApply}>
            {t('settings:file.apply')}
          </Button>
        </>
      }
    >
      {count > 0 && <Differences differences={differences} />}
      {leftOut.length > 0 && (
        <p className="mt-3 text-xs break-all text-amb-text">
          {t('settings:file.folders', { folders: leftOut.join(', ') })}
        </p>
      )}
    </Dialog>
  );
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  const { t } = useTranslation('settings');
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={t('file.question')}
      className="max-h-80 overflow-auto rounded-lg border border-line2"
    >
      <table className="w-full text-left text-xs">
        <thead className="text-t3">
          <tr>
            <th className="px-3 py-2 font-medium">{t('file.setting')}</th>
            <th className="px-3 py-2 font-medium">{t('file.from')}</th>
            <th className="px-3 py-2 font-medium">{t('file.to')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ key, place, from, to }) => (
            <tr key={[key, ...place].join('.')} className="border-t border-line">
              <th scope="row" className="px-3 py-2 font-normal text-t1">
                {[t(`fields.${key}`), ...place].join(' · ')}
              </th>
              <td className="px-3 py-2 break-all text-t2">
                <ValueText value={from} />
              </td>
              <td className="px-3 py-2 break-all text-t1">
                <ValueText value={to} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ValueText({ value }: { value: unknown }) {
  const { t } = useTranslation('settings');
  if (typeof value === 'boolean') return value ? t('values.on') : t('values.off');
  if (value === null || value === undefined || value === '') return t('values.none');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}
