import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeVideoTrack } from '../../../src-shared/contract/takeVideoTracks.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import type { VideoExport, VideoFormatOffer } from '../../../src-shared/contract/takeVideo.ts';
import { VIDEO_QUALITIES } from '../../../src-shared/domain/videoExport.ts';
import { dataOf, failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { NotOffered } from './NotOffered.tsx';
import { LayoutFields } from './LayoutFields.tsx';
import { readVideoChoices } from './studioThunks.ts';
import { layoutOf, type VideoChanges } from './videoLayout.ts';

interface Offered {
  formats: readonly VideoFormatOffer[];
  videoTracks: readonly TakeVideoTrack[];
}

interface VideoChoices {
  offered: Loadable<Offered>;
  /** null where nothing can be written. */
  chosen: Omit<VideoExport, 'targetLufs' | 'range' | 'trackIds'> | null;
  choose: (changes: VideoChanges) => void;
}

/** What the video of a recording can be written as, and what of it is chosen. */
export function useVideoChoices(take: TakeSummary): VideoChoices {
  const dispatch = useAppDispatch();
  const [offered, setOffered] = useState<Loadable<Offered>>(LOADING);
  const [changes, setChanges] = useState<VideoChanges>({});
  const hasVideo = take.tracks.video + take.tracks.screen > 0;
  useEffect(() => {
    if (!hasVideo) return undefined;
    const reading = dispatch(readVideoChoices(take.id));
    let isOpen = true;
    void reading.then((result) => {
      if (!isOpen) return;
      setOffered(
        readVideoChoices.fulfilled.match(result)
          ? { status: 'ready', data: result.payload }
          : { status: 'failed', error: failureOf(result) },
      );
    });
    return () => {
      isOpen = false;
    };
  }, [dispatch, take.id, hasVideo]);
  const found = dataOf(offered);
  const format = changes.format ?? found?.formats.find(({ capability }) => capability.supported)?.format;
  const scene = layoutOf(found?.videoTracks ?? [], changes);
  return {
    offered,
    chosen: format && scene ? { format, ...scene, quality: changes.quality ?? 'high' } : null,
    choose: (more) => setChanges((before) => ({ ...before, ...more })),
  };
}

/** Which frame, as what, how large; what cannot be written here is not offered, and it is said why. */
export function VideoFields({ choices: { offered, chosen, choose } }: { choices: VideoChoices }) {
  const { t } = useTranslation('studio');
  if (offered.status === 'loading') {
    return (
      <div role="status" aria-label={t('recordings.exportDialog.choicesLoading')}>
        <Skeleton className="h-28" />
      </div>
    );
  }
  if (offered.status === 'failed') {
    return (
      <p role="alert" className="text-xs text-red-text">
        {t('recordings.exportDialog.choicesFailed', { reason: offered.error.message })}
      </p>
    );
  }
  const { formats, videoTracks } = offered.data;
  const refused = formats.flatMap(({ format, capability }) =>
    capability.supported
      ? []
      : [{ name: t(`recordings.exportDialog.videoFormats.${format}`), reason: capability.reason }],
  );
  return (
    <>
      {videoTracks.length > 1 && (
        <Choice
          label={t('recordings.exportDialog.video')}
          value={chosen?.videoId ?? ''}
          options={videoTracks.map(({ id, name, width, height }) => ({
            value: id,
            label: name,
            note: `${width} × ${height}`,
          }))}
          onChange={(videoId) => choose({ videoId })}
        />
      )}
      {videoTracks.length > 1 && chosen && (
        <LayoutFields
          others={videoTracks.filter(({ id }) => id !== chosen.videoId)}
          layout={chosen.layout}
          onChange={choose}
        />
      )}
      {chosen ? (
        <>
          <Choice
            label={t('recordings.exportDialog.format')}
            value={chosen.format}
            options={formats
              .filter(({ capability }) => capability.supported)
              .map(({ format }) => ({
                value: format,
                label: t(`recordings.exportDialog.videoFormats.${format}`),
              }))}
            onChange={(format) => choose({ format })}
          />
          <Choice
            label={t('recordings.exportDialog.quality')}
            hint={t('recordings.exportDialog.qualityHint')}
            value={chosen.quality}
            options={VIDEO_QUALITIES.map((value) => ({
              value,
              label: t(`recordings.exportDialog.qualities.${value}`),
            }))}
            onChange={(quality) => choose({ quality })}
          />
        </>
      ) : (
        <p role="alert" className="text-xs text-red-text">
          {t('recordings.exportDialog.noFormat')}
        </p>
      )}
      <NotOffered refused={refused} />
    </>
  );
}
