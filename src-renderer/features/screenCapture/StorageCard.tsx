import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { DEFAULT_RECORDING } from '../../../src-shared/domain/captureSetUp.ts';
import { formatDuration } from '../../lib/figures.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { selectStorage } from '../studio/index.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { bytesAnHour } from './captureSize.ts';
import { useOffered } from './useOffered.ts';

/** What recordings take up, and what the disk has left for this set-up. */
export function StorageCard() {
  const { t } = useTranslation('screenCapture');
  const storage = useSelector(selectStorage);
  const { settings, soundBitsPerSecond } = useOffered();
  if (!storage) {
    return (
      <Card aria-labelledby="capture-storage">
        <CardHeader id="capture-storage" title={t('storage.title')} />
        <p className="text-xs text-t2">{t('storage.unknown')}</p>
      </Card>
    );
  }
  const { freeBytes, totalBytes, libraryBytes } = storage;
  const usedPercent = totalBytes > 0 ? ((totalBytes - freeBytes) / totalBytes) * 100 : 0;
  const spareBytes = Math.max(0, freeBytes - DEFAULT_RECORDING.keepFreeBytes);
  const leftSec = (spareBytes / bytesAnHour(settings, soundBitsPerSecond)) * 3600;
  const isLow = leftSec < 15 * 60;
  const figures = {
    used: formatBytes(libraryBytes),
    free: formatBytes(freeBytes),
    total: formatBytes(totalBytes),
  };
  return (
    <Card aria-labelledby="capture-storage">
      <CardHeader id="capture-storage" title={t('storage.title')} />
      <div
        role="meter"
        aria-label={t('storage.bar')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(usedPercent)}
        className="h-1.5 overflow-hidden rounded-full bg-track"
      >
        <div className={isLow ? 'h-full bg-amb' : 'h-full bg-accent'} style={{ width: `${usedPercent}%` }} />
      </div>
      <p className={isLow ? 'mt-2 text-xs font-medium text-amb-text' : 'mt-2 text-xs font-medium text-t1'}>
        {t('storage.remaining', { size: formatBytes(freeBytes) })}
      </p>
      <p className="mt-1 text-xs text-t2">{t('storage.left', { time: formatDuration(leftSec) })}</p>
      <p className="mt-1 text-2xs text-t3 tabular-nums">{t('storage.figures', figures)}</p>
    </Card>
  );
}
