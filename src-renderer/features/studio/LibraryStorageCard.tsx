import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { selectStorage } from './studioSlice.ts';

/** What a browser's storage holds, and how much longer can be recorded; `bitsPerSecond`: of all files, 0 where there are none. */
export function LibraryStorageCard({ bitsPerSecond }: { bitsPerSecond: number }) {
  const { t } = useTranslation('studio');
  const storage = useSelector(selectStorage);
  if (!storage) return null;
  const { libraryBytes, editorBytes, freeBytes, totalBytes, isKept } = storage;
  const usedBytes = libraryBytes + editorBytes;
  const time = formatRecordedTime((freeBytes * 8) / Math.max(1, bitsPerSecond));
  return (
    <Card aria-labelledby="library-storage">
      <CardHeader id="library-storage" title={t('recordings.storage.title')} />
      <div className="grid gap-2 text-xs text-t2">
        <Progress label={t('recordings.storage.bar')} ratio={totalBytes === 0 ? 0 : usedBytes / totalBytes} />
        <p className="text-t1 tabular-nums">
          {t('recordings.storage.figures', {
            used: formatBytes(usedBytes),
            left: formatBytes(freeBytes),
          })}
        </p>
        {editorBytes > 0 && <p>{t('recordings.storage.editor', { size: formatBytes(editorBytes) })}</p>}
        {bitsPerSecond > 0 && <p>{t('recordings.storage.room', { time })}</p>}
        <p className="text-t3">{t(isKept ? 'recordings.storage.kept' : 'recordings.storage.mayGo')}</p>
      </div>
    </Card>
  );
}
