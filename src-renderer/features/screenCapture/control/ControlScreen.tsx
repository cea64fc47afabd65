import '../texts.ts';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { CaptureControl } from './CaptureControl.tsx';

/** A capture's controls alone, for a small window that stays above all others; dragged by all that is no button. */
export default function ControlScreen() {
  const { t } = useTranslation('screenCapture');
  useDocumentTitle(t('control.label'));
  return (
    <main className="app-drag h-dvh overflow-hidden">
      <h1 className="sr-only">{t('control.label')}</h1>
      <CaptureControl />
    </main>
  );
}
