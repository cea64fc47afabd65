import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { ANY_CAMERA } from '../../../../src-shared/domain/cameraChoice.ts';
import {
  freeColour,
  freeName,
  VIDEO_KINDS,
  type VideoKind,
} from '../../../../src-shared/domain/videoChannels.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { useLeaveWarning } from '../../../lib/useLeaveWarning.ts';
import { isCapturing } from '../../../media/recorder/index.ts';
import { missingForCameras, missingForScreens } from '../../../media/video/sources.ts';
import { Button } from '../../../ui/Button.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { selectChannelCaps, selectVideoSupport } from '../../workspace/index.ts';
import { PlanNote } from '../PlanNote.tsx';
import { useMostTracks } from '../useMostTracks.ts';
import { followVideo } from './followVideo.ts';
import { VideoCard } from './VideoCard.tsx';
import { channelAdded, selectVideoChannels, selectVideoSetUp } from './videoSlice.ts';
import { saveVideo } from './savedVideo.ts';
import { useIsTaking } from './useIsTaking.ts';
import { useOpenCameras } from './useOpenCameras.ts';

/** The cameras and the screens of the studio. */
export function VideoChannels() {
  const support = useSelector(selectVideoSupport);
  const reason = support?.supported === false ? support.reason : null;
  return (
    <>
      {VIDEO_KINDS.map((kind) => (
        <KindSection key={kind} kind={kind} hostReason={reason} />
      ))}
      {support?.supported && missingForCameras() === null && <Follower />}
    </>
  );
}

/** What the host reports, and what is kept, while the channels are in sight. */
function Follower() {
  const dispatch = useAppDispatch();
  const setUp = useSelector(selectVideoSetUp);
  useEffect(() => dispatch(followVideo()), [dispatch]);
  useEffect(() => saveVideo(setUp), [setUp]);
  useOpenCameras();
  // Closing the page ends what it sees of cameras and screens.
  useLeaveWarning(useIsTaking(), isCapturing);
  return null;
}

function KindSection({ kind, hostReason }: { kind: VideoKind; hostReason: string | null }) {
  const { t } = useTranslation('studioVideo');
  const channels = useSelector(selectVideoChannels).filter((channel) => channel.kind === kind);
  const max = useSelector(selectChannelCaps)[kind];
  const most = useMostTracks()[kind];
  const missing = kind === 'screen' ? missingForScreens() : missingForCameras();
  const why = hostReason ?? (missing === null ? null : t(`unsupported.${missing}`));
  const id = `studio-${kind}`;
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5">
      <header className="flex min-h-8 items-center justify-between gap-3">
        <h2 id={id} className="text-body font-semibold text-t1">
          {t(`title.${kind}`)}{' '}
          <span className="ml-1 font-normal text-t3 tabular-nums">
            {t('count', { count: channels.length, max: most })}
          </span>
        </h2>
        {why === null && <AddButton kind={kind} max={max} />}
      </header>
      {why === null && <PlanNote source={kind} />}
      {channels.length === 0 || why !== null ? (
        <p className="rounded-xl border border-dashed border-line2 px-4 py-3 text-xs text-t2">
          {why ?? t(`empty.${kind}`)}
        </p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2.5">
          {channels.slice(0, max).map((channel, index) => (
            <VideoCard
              key={channel.id}
              channel={channel}
              index={index}
              count={Math.min(max, channels.length)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function AddButton({ kind, max }: { kind: VideoKind; max: number }) {
  const { t } = useTranslation('studioVideo');
  const dispatch = useAppDispatch();
  const channels = useSelector(selectVideoChannels);
  const isTaking = useIsTaking();
  const same = channels.filter((channel) => channel.kind === kind);
  const isFull = same.length >= max;
  const add = () => {
    const names = channels.map(({ name }) => name);
    const taken = same.map(({ colour }) => colour);
    dispatch(
      channelAdded({
        channel: {
          id: crypto.randomUUID(),
          kind,
          ...ANY_CAMERA,
          isEnabled: true,
          soundId: null,
          // The only one needs no number.
          name: max === 1 ? t(`newName.${kind}`) : freeName(t(`newName.${kind}`), names),
          colour: freeColour(taken),
        },
        at: null,
      }),
    );
  };
  const button = (
    <Button variant="ghost" size="sm" disabled={isFull || isTaking} onClick={add}>
      <Plus aria-hidden="true" className="size-4" />
      {t(`add.${kind}`)}
    </Button>
  );
  if (!isFull && !isTaking) return button;
  return (
    <Tooltip content={isFull ? t(`full.${kind}`, { count: max }) : t('locked')}>
      <span tabIndex={0} className="rounded-lg">
        {button}
      </span>
    </Tooltip>
  );
}
