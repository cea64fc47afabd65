import type { TakeDocument, TakeSummary } from '../../../../src-shared/contract/takes.ts';
import { groupParts } from '../../../../src-shared/domain/videoParts.ts';
import { soundOf } from '../../../../src-shared/domain/screenCapture.ts';
import type { StoredTake } from './store.ts';

/** What a list says of a take: nothing of its files is read for that. */
export function summaryOf({ id, document, notes, sizeBytes, certificate }: StoredTake): TakeSummary {
  const { status, startedAtMs, frames, sampleRate, tracks, videoTracks } = document;
  const sources = groupParts(videoTracks);
  const countOf = (wanted: string) => sources.filter(([{ kind }]) => kind === wanted).length;
  const counts = { audio: tracks.length, video: countOf('video'), screen: countOf('screen'), mix: 0 };
  return {
    id,
    name: notes.name ?? document.name,
    status,
    problem: notesOf(document).join(' ') || null,
    startedAtMs,
    durationSec: status === 'recording' ? 0 : frames / sampleRate,
    trackCount: counts.audio + counts.video + counts.screen,
    tracks: counts,
    sound: soundOf(tracks),
    sizeBytes,
    grade: certificate?.grade ?? null,
    hasCleanVoices: notes.cleaning !== null,
    cleaning: notes.cleaning,
    ...(notes.labels && { labels: notes.labels }),
    ...(document.isDemo && { isDemo: document.isDemo }),
  };
}

/** What is not as it was wanted, in words. */
function notesOf({ ended, tracks, videoTracks }: TakeDocument): string[] {
  const dropped = videoTracks.reduce((sum, { framesDropped }) => sum + framesDropped, 0);
  const isScreenLost = videoTracks.some(({ kind, ended: lost }) => kind === 'screen' && lost);
  // Where the whole ended with it, that has been said; and of a tab's sound, where its video has gone as well.
  const lost = [...tracks.filter(({ id }) => !(isScreenLost && id.startsWith('system'))), ...videoTracks];
  return [
    ...(ended ? [ended.message] : []),
    ...lost.flatMap(({ name, ended: why }) =>
      why && why.message !== ended?.message ? [`${name}: ${why.message}`] : [],
    ),
    ...(dropped > 0 ? [`${dropped} ${dropped === 1 ? 'frame' : 'frames'} dropped.`] : []),
  ];
}
