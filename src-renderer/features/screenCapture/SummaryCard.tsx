import { useTranslation } from '../../lib/useTranslation.ts';
import { cornerOf } from '../../../src-shared/domain/cameraBubble.ts';
import { screenTypeOf } from '../../../src-shared/domain/screenCapture.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { formatBytes } from '../../lib/bytes.ts';
import { bytesAnHour } from './captureSize.ts';
import { useOffered } from './useOffered.ts';

/** What the next capture will be. */
export function SummaryCard() {
  const { t } = useTranslation('screenCapture');
  const { settings, soundBitsPerSecond } = useOffered();
  const { mode, includeAudio, includeMicrophone, quality, fps, showCursor, camera } = settings;
  const rows = [
    [t('summary.mode'), t(`mode.${mode}`)],
    [t('summary.type'), screenTypeOf({ system: includeAudio, microphone: includeMicrophone })],
    [t('summary.quality'), t(`quality.${quality}`)],
    [t('summary.fps'), t('quality.fpsOf', { fps })],
    [t('summary.cursor'), t(showCursor ? 'summary.shown' : 'summary.hidden')],
    [
      t('summary.camera'),
      camera.isOn
        ? `${t(`camera.sizes.${camera.place.size}`)}, ${t(`camera.corners.${cornerOf(camera.place) ?? 'free'}`).toLowerCase()}`
        : t('summary.off'),
    ],
    [
      t('summary.size'),
      t('summary.anHour', { size: formatBytes(bytesAnHour(settings, soundBitsPerSecond)) }),
    ],
  ] as const;
  return (
    <Card aria-labelledby="capture-summary">
      <CardHeader id="capture-summary" title={t('summary.title')} />
      <dl className="grid gap-2 text-xs">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-t2">{label}</dt>
            <dd className="text-right font-medium text-t1 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
