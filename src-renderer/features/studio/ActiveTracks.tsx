import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { VIDEO_KINDS } from '../../../src-shared/domain/videoChannels.ts';
import { formatDuration } from '../../lib/figures.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { selectRecordingLimits } from '../licence/index.ts';
import { selectProgress } from '../recording/index.ts';
import { selectCaptureSupport, selectHasMix } from '../workspace/index.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { selectEnabledCount, selectVideoBytesPerSecond, selectTake } from './video/videoSlice.ts';
import { countTracks, secondsLeft } from './recordingSize.ts';
import { selectChannels, selectSetUp, selectStorage } from './studioSlice.ts';
import { useMostTracks } from './useMostTracks.ts';

/** What a recording would hold, and for how long the disk has room. */
export function ActiveTracks() {
  const { t } = useTranslation(['studio', 'studioVideo']);
  const setUp = useSelector(selectSetUp);
  const channels = useSelector(selectChannels);
  const counts = {
    video: useSelector(selectEnabledCount('video')),
    screen: useSelector(selectEnabledCount('screen')),
  };
  const limits = useSelector(selectRecordingLimits);
  const most = useMostTracks();
  const hasMix = useSelector(selectHasMix);
  if (!setUp) return null;
  const enabled = channels.filter(({ isEnabled }) => isEnabled).length;
  const { audio, mix } = countTracks({ channels, recording: setUp.recording });
  return (
    <Card aria-labelledby="studio-tracks">
      <CardHeader id="studio-tracks" title={t('tracks.title')} />
      <dl className="grid gap-2 text-xs">
        <Row
          label={t('tracks.audio')}
          value={t('tracks.ofCount', { count: enabled, max: most.audio })}
          isTooMuch={audio > most.audio}
        />
        {VIDEO_KINDS.map((kind) => (
          <Row
            key={kind}
            label={t(`studioVideo:tracks.${kind}`)}
            value={t('tracks.ofCount', { count: counts[kind], max: most[kind] })}
            isTooMuch={counts[kind] > most[kind]}
          />
        ))}
        {hasMix && <Row label={t('tracks.mix')} value={String(mix)} />}
      </dl>
      {limits && limits.audioTracks !== null && (
        <p className="mt-2 text-2xs text-t3">
          {t('tracks.plan.text', { plan: t(`tracks.plan.${limits.plan}`) })}
        </p>
      )}
      <Storage />
    </Card>
  );
}

function Row({ label, value, isTooMuch = false }: { label: string; value: string; isTooMuch?: boolean }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-t2">{label}</dt>
      <dd className={`font-medium tabular-nums ${isTooMuch ? 'text-amb-text' : 'text-t1'}`}>{value}</dd>
    </div>
  );
}

function Storage() {
  const { t } = useTranslation('studio');
  const storage = useSelector(selectStorage);
  const setUp = useSelector(selectSetUp);
  const channels = useSelector(selectChannels);
  const take = useSelector(selectTake);
  const videoBytesPerSecond = useSelector(selectVideoBytesPerSecond);
  const support = useSelector(selectCaptureSupport);
  const soundBits = support?.supported ? support.soundBitsPerSecond : null;
  const governed = useSelector(selectProgress)?.secondsLeft ?? null;
  if (!storage || !setUp) return null;
  const { freeBytes, totalBytes, libraryBytes, editorBytes, isKept } = storage;
  const planned = { ...setUp, channels };
  const planSec = secondsLeft(planned, freeBytes, videoBytesPerSecond, soundBits);
  // While it records, the governor knows what is really written.
  const left = take ? (governed ?? planSec) : planSec;
  const isEstimate = !take && setUp.recording.container === 'flac';
  const usedPercent = totalBytes > 0 ? ((totalBytes - freeBytes) / totalBytes) * 100 : 0;
  const isLow = left !== null && left < 15 * 60;
  return (
    <div className="mt-3.5 border-t border-line pt-3.5">
      <h3 className="mb-2 text-xs font-medium text-t2">{t('tracks.storage')}</h3>
      <div
        role="meter"
        aria-label={t('tracks.storageBar')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(usedPercent)}
        className="h-1.5 overflow-hidden rounded-full bg-track"
      >
        <div className={isLow ? 'h-full bg-amb' : 'h-full bg-accent'} style={{ width: `${usedPercent}%` }} />
      </div>
      <p className={isLow ? 'mt-2 text-xs font-medium text-amb-text' : 'mt-2 text-xs font-medium text-t1'}>
        {left === null
          ? t('tracks.nothingToRecord')
          : t(isEstimate ? 'tracks.leftAtLeast' : 'tracks.left', { time: formatDuration(left) })}
      </p>
      <p className="mt-1 text-2xs text-t3 tabular-nums">
        {t('tracks.figures', {
          used: formatBytes(libraryBytes),
          free: formatBytes(freeBytes),
          total: formatBytes(totalBytes),
        })}
      </p>
      {editorBytes > 0 && (
        <p className="mt-1 text-2xs text-t3 tabular-nums">
          {t('recordings.storage.editor', { size: formatBytes(editorBytes) })}
        </p>
      )}
      {!isKept && <p className="mt-1 text-2xs text-t3">{t('recordings.storage.mayGo')}</p>}
    </div>
  );
}
