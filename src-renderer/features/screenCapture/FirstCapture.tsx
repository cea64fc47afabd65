import { MonitorUp } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { useStartCapture } from './useStartCapture.ts';

/** The way on from an empty list. */
export function FirstCapture() {
  const { t } = useTranslation('screenCapture');
  const { canStart, start } = useStartCapture();
  return (
    <Button disabled={!canStart} onClick={start}>
      <MonitorUp aria-hidden="true" className="size-4" />
      {t('banner.first')}
    </Button>
  );
}
