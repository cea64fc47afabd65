import { Maximize } from 'lucide-react';
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeVideoTrack } from '../../../src-shared/contract/takeVideoTracks.ts';
import type { Painting } from '../../lib/canvasPainter.ts';
import { classNames } from '../../lib/classNames.ts';
import { useCanvasPainter } from '../../lib/useCanvasPainter.ts';
import type { VideoReader, SeenFrame } from '../../media/video/videoReader.ts';
import type { TakePlayer } from '../../media/takePlayer.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { OpenedVideo } from './openVideo.ts';
import type { OpenedTake } from './openPlayer.ts';

/** Cameras and screens beside each other, each showing what belongs to the sound that is heard. */
export function TakeVideo({ opened: { videos, player, leadSec } }: { opened: OpenedTake }) {
  const { t } = useTranslation('studio');
  if (videos.length === 0) return null;
  return (
    <ul
      aria-label={t('recordings.player.videos')}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-2',
        videos.length > 1 && 'sm:grid-cols-2',
        videos.length > 4 && 'lg:grid-cols-3',
      )}
    >
      {videos.map((track) => (
        <VideoPlayer key={track.track.id} opened={track} player={player} leadSec={leadSec} />
      ))}
    </ul>
  );
}

interface VideoProps {
  opened: OpenedVideo;
  player: TakePlayer;
  leadSec: number;
}

function VideoPlayer({ opened: { track, reader, problem }, player, leadSec }: VideoProps) {
  const { t } = useTranslation('studio');
  const { name } = track;
  const boxRef = useRef<HTMLLIElement>(null);
  if (!reader) return <Failure name={name} reason={problem ?? ''} />;
  return (
    <li
      ref={boxRef}
      className="relative grid min-w-0 place-items-center overflow-hidden rounded-md bg-black [--tallest:60vh] [&:fullscreen]:[--tallest:100vh]"
    >
      <Frame reader={reader} player={player} leadSec={leadSec} track={track} />
      <span className="pointer-events-none absolute bottom-1.5 left-1.5 max-w-[80%] truncate rounded bg-black/75 px-1.5 py-0.5 text-xs text-white">
        {name}
      </span>
      <IconButton
        label={t('recordings.player.fullScreen', { name })}
        icon={<Maximize aria-hidden="true" />}
        hasBorder={false}
        onClick={() => void boxRef.current?.requestFullscreen()}
        className="!absolute right-1.5 bottom-1.5 !size-7 !bg-black/75 !text-white"
      />
    </li>
  );
}

function Failure({ name, reason }: { name: string; reason: string }) {
  const { t } = useTranslation('studio');
  return (
    <li role="alert" className="rounded-md bg-panel p-3 text-xs text-red-text">
      {t('recordings.player.videoFailed', { name, reason })}
    </li>
  );
}

interface FrameProps {
  reader: VideoReader;
  player: TakePlayer;
  leadSec: number;
  track: TakeVideoTrack;
}

function Frame({ reader, player, leadSec, track: { name, width, height } }: FrameProps) {
  const { t } = useTranslation('studio');
  const signal = useMemo(
    () => ({
      subscribe(listener: () => void) {
        const ends = [player.subscribe(listener), reader.subscribe(listener)];
        return () => ends.forEach((end) => end());
      },
    }),
    [player, reader],
  );
  const problem = useSyncExternalStore(reader.subscribe, reader.problem);
  const createPainting = useCallback(
    () => createVideoPainting(reader, player, leadSec),
    [reader, player, leadSec],
  );
  const canvasRef = useCanvasPainter(signal, createPainting);
  const ratio = width / height;
  return (
    <>
      <canvas
        ref={canvasRef}
        role="img"
        aria-label={t('recordings.player.video', { name })}
        style={{ aspectRatio: ratio, width: `min(100%, calc(var(--tallest) * ${ratio}))` }}
        className="block"
      />
      {problem !== null && (
        <p role="alert" className="absolute inset-x-0 top-0 bg-panel p-3 text-xs text-red-text">
          {t('recordings.player.videoFailed', { name, reason: problem })}
        </p>
      )}
    </>
  );
}

function createVideoPainting(reader: VideoReader, player: TakePlayer, leadSec: number): Painting {
  let seen: SeenFrame = { kind: 'nothing' };
  let shownTime: number | null = null;
  return {
    advance() {
      seen = reader.at((player.heardSec() - leadSec) * 1000);
      // The one before stays until the next is decoded.
      const time = seen.kind === 'frame' ? seen.frame.timestamp : seen.kind === 'waiting' ? shownTime : null;
      const isChanged = time !== shownTime;
      shownTime = time;
      return { isChanged, isMoving: player.read().isPlaying };
    },
    draw({ context, widthPx, heightPx }) {
      if (seen.kind === 'frame') context.drawImage(seen.frame, 0, 0, widthPx, heightPx);
    },
  };
}
