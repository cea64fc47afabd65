import './texts.ts';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/bytes.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import type { BasicStorage } from '../../media/basicTakes/library.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Progress } from '../../ui/Progress.tsx';

interface BasicStorageCardProps {
  /** null until the browser has said so. */
  storage: BasicStorage | null;
  /** Of all files of what would be recorded now; 0 where that is nothing. */
  bitsPerSecond: number;
}

/** What this browser's storage holds, and how much longer can be recorded. */
export function BasicStorageCard({ storage, bitsPerSecond }: BasicStorageCardProps) {
  const { t } = useTranslation('basicRecorder');
  if (!storage) return null;
  const { usedBytes, leftBytes, isKept } = storage;
  const allBytes = usedBytes + leftBytes;
  const time = formatRecordedTime((leftBytes * 8) / Math.max(1, bitsPerSecond));
  return (
    <Card aria-labelledby="basic-storage">
      <CardHeader id="basic-storage" title={t('storage.title')} />
      <div className="grid gap-2 text-xs text-t2">
        <Progress label={t('storage.bar')} ratio={allBytes === 0 ? 0 : usedBytes / allBytes} />
        <p className="text-t1 tabular-nums">
          {t('storage.figures', { used: formatBytes(usedBytes), left: formatBytes(leftBytes) })}
        </p>
        {bitsPerSecond > 0 && <p>{t('storage.room', { time })}</p>}
        <p className="text-t3">{t(isKept ? 'storage.kept' : 'storage.mayGo')}</p>
      </div>
    </Card>
  );
}
