import { useTranslation } from '../../lib/useTranslation.ts';
import type { LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LicencePanel } from './LicencePanel.tsx';

interface LicenceDialogProps {
  report: LicenceStatusReport;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Opened from the menu. */
export default function LicenceDialog({ report, isOpen, onOpenChange }: LicenceDialogProps) {
  const { t } = useTranslation(['licence', 'common']);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('licence:dialog.title')}
      closeLabel={t('common:close')}
    >
      <LicencePanel report={report} onActivated={() => onOpenChange(false)} />
    </Dialog>
  );
}
