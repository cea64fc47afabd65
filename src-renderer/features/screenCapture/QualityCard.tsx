import { useTranslation } from '../../lib/useTranslation.ts';
import { CAPTURE_FPS, CAPTURE_QUALITIES } from '../../../src-shared/domain/screenCapture.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { useSettings } from './useSettings.ts';

/** How large and how smooth the video is. */
export function QualityCard() {
  const { t } = useTranslation('screenCapture');
  const { settings, change, isLocked } = useSettings();
  const find = <T,>(values: readonly T[], text: string) => values.find((value) => String(value) === text);
  return (
    <Card aria-labelledby="capture-quality">
      <CardHeader id="capture-quality" title={t('quality.title')} />
      <div className="grid gap-3">
        <div className="grid gap-1.5">
          <span className="text-xs font-medium text-t2">{t('quality.quality')}</span>
          <Select
            label={t('quality.quality')}
            value={settings.quality}
            disabled={isLocked}
            options={CAPTURE_QUALITIES.map((value) => ({ value, label: t(`quality.${value}`) }))}
            onChange={(text) => change({ quality: find(CAPTURE_QUALITIES, text) ?? settings.quality })}
          />
          <p className="text-xs text-t3">{t('quality.note')}</p>
        </div>
        <div className="grid gap-1.5">
          <span className="text-xs font-medium text-t2">{t('quality.fps')}</span>
          <Select
            label={t('quality.fps')}
            value={String(settings.fps)}
            disabled={isLocked}
            options={CAPTURE_FPS.map((fps) => ({ value: String(fps), label: t('quality.fpsOf', { fps }) }))}
            onChange={(text) => change({ fps: find(CAPTURE_FPS, text) ?? settings.fps })}
          />
        </div>
      </div>
    </Card>
  );
}
