import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/bytes.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import type { BasicKind } from '../../media/basicTakes/document.ts';
import type { BasicStorage } from '../../media/basicTakes/library.ts';
import { BASIC_BITS } from '../../media/basicTakes/recorder.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Progress } from '../../ui/Progress.tsx';
import type { ChannelState } from './basicStudio.ts';

interface BasicStorageCardProps {
  /** null until the browser has said so. */
  storage: BasicStorage | null;
  channels: Readonly<Record<BasicKind, ChannelState>>;
}

/** What this browser's storage holds, and how much longer can be recorded. */
export function BasicStorageCard({ storage, channels }: BasicStorageCardProps) {
  const { t } = useTranslation('basicStudio');
  if (!storage) return null;
  const { usedBytes, quotaBytes, isKept } = storage;
  const leftBytes = Math.max(0, quotaBytes - usedBytes);
  const isOn = (kind: BasicKind) => channels[kind].status !== 'off';
  const bits =
    (isOn('audio') ? BASIC_BITS.audio : 0) +
    (isOn('video') ? BASIC_BITS.video : 0) +
    (isOn('screen') ? BASIC_BITS.video : 0);
  return (
    <Card aria-labelledby="basic-storage">
      <CardHeader id="basic-storage" title={t('storage.title')} />
      <div className="grid gap-2 text-xs text-t2">
        <Progress label={t('storage.bar')} ratio={quotaBytes === 0 ? 0 : usedBytes / quotaBytes} />
        <p className="text-t1 tabular-nums">
          {t('storage.figures', { used: formatBytes(usedBytes), left: formatBytes(leftBytes) })}
        </p>
        {bits > 0 && <p>{t('storage.room', { time: formatRecordedTime((leftBytes * 8) / bits) })}</p>}
        <p className="text-t3">{t(isKept ? 'storage.kept' : 'storage.mayGo')}</p>
      </div>
    </Card>
  );
}
