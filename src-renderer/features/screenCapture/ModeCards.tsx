import { AppWindow, Crop, Monitor, type LucideIcon } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useTranslation } from '../../lib/useTranslation.ts';
import { CAPTURE_MODES, type CaptureMode } from '../../../src-shared/domain/screenCapture.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { useSettings } from './useSettings.ts';

const ICONS: Readonly<Record<CaptureMode, LucideIcon>> = {
  fullscreen: Monitor,
  window: AppWindow,
  region: Crop,
};

/** What is captured; fixed while a capture runs. */
export function ModeCards() {
  const { t } = useTranslation('screenCapture');
  const { settings, change, isLocked, isCapturing } = useSettings();
  return (
    <Card aria-labelledby="capture-mode">
      <CardHeader id="capture-mode" title={t('mode.title')} />
      <RadioGroup.Root
        aria-labelledby="capture-mode"
        value={settings.mode}
        disabled={isLocked}
        onValueChange={(mode) => change({ mode: mode as CaptureMode })}
        className="grid gap-3 sm:grid-cols-3"
      >
        {CAPTURE_MODES.map((mode) => {
          const Icon = ICONS[mode];
          return (
            <RadioGroup.Item
              key={mode}
              value={mode}
              aria-label={t(`mode.${mode}`)}
              className="flex items-start gap-3 rounded-lg border border-line2 bg-inset px-3.5 py-3 text-left transition-colors hover:border-edge disabled:opacity-60 data-[state=checked]:border-accent data-[state=checked]:bg-raise"
            >
              <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-t2" />
              <span className="grid gap-0.5">
                <span className="font-medium text-t1">{t(`mode.${mode}`)}</span>
                <span className="text-xs text-t2">{t(`mode.${mode}Hint`)}</span>
              </span>
            </RadioGroup.Item>
          );
        })}
      </RadioGroup.Root>
      {isCapturing && <p className="mt-3 text-xs text-t3">{t('mode.locked')}</p>}
    </Card>
  );
}
