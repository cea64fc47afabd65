import { findCamera } from '../../../../src-shared/domain/cameraChoice.ts';
import { unwrap } from '../../../../src-shared/contract/errors.ts';
import type { RunningTake } from '../../../../src-shared/contract/recording.ts';
import type { VideoChannel } from '../../../../src-shared/domain/videoChannels.ts';
import { createBackoff } from '../../../lib/backoff.ts';
import { isAllowed } from '../../../media/allowed.ts';
import { listCameras } from '../../../media/video/sources.ts';
import { createClientThunk } from '../../../platform/index.ts';
import { isRecorded, isStoppingRecording, liveSource } from '../../../media/recorder/index.ts';
import { onRecordingChanged, selectRecording, type RecordingSlice } from '../../recording/index.ts';
import { beginEncoding, closeSource, enabledOf, isStudioInSight, type EncodingContext } from './encodings.ts';
import { openSource } from './videoActions.ts';
import type { StudioVideoRoot } from './videoState.ts';

const backoff = createBackoff();

/** Records again on its own whatever the host misses of this page's channels and is there. */
async function recordMissing(context: EncodingContext, take: RunningTake): Promise<void> {
  if (isStoppingRecording()) return;
  const channels = enabledOf(context.getState);
  for (const { id, missingSinceSec } of take.sources) {
    if (missingSinceSec === null) {
      backoff.forget(id);
      continue;
    }
    const channel = channels.find((candidate) => candidate.id === id);
    if (!channel || isRecorded(id) || !backoff.mayTry(id)) continue;
    await joinTake(context, channel);
  }
}

/** A source that is plugged in or allowed again is not waited for. */
const retryAtOnce = (): void => backoff.clear();

async function joinTake(context: EncodingContext, channel: VideoChannel): Promise<void> {
  // What keeps it away is reported by its card, and the next report tries again.
  if (liveSource(channel.id)) await beginEncoding(context, channel).catch(() => undefined);
  else if (channel.kind === 'video' && (await isThere(context, channel)))
    await context.dispatch(openSource(channel.id));
}

/** Nobody is asked for a camera that is not there, nor for a permission. */
async function isThere({ getState }: EncodingContext, channel: VideoChannel): Promise<boolean> {
  if (getState().studioVideo.sources[channel.id]?.status === 'opening') return false;
  const cameras = (await isAllowed('camera')) ? await listCameras().catch(() => []) : [];
  if (channel.deviceId === null) return cameras.length > 0;
  return findCamera(cameras, channel) !== null;
}

/** Asked for by hand: opened again where it is open and nothing of it arrives, and recorded. */
export const recordAgain = createClientThunk<void, string, StudioVideoRoot>(
  'studioVideo/recordAgain',
  async (id, context) => {
    const { client, dispatch, getState } = context;
    const channel = enabledOf(getState).find((candidate) => candidate.id === id);
    if (!channel) return;
    const { kind, name } = channel;
    // Of a take that was begun elsewhere nobody has said yet that this is to be in it.
    unwrap(await client.call('video.arm', { sources: [{ id, kind, name }] }));
    const isOpen = liveSource(id) !== null;
    if (isOpen && !isRecorded(id)) return await beginEncoding(context, channel);
    if (isOpen) dispatch(closeSource(id));
    await dispatch(openSource(id));
  },
  'inPlace',
);

let endKeeping: (() => void) | null = null;

/** The studio is not looked at any more: a take continues all the same. */
export const endKeepingWithoutTake = (root: StudioVideoRoot): void => {
  if (!selectRecording(root).take) endKeeping?.();
};

/** Keeps the channels in the take that runs, whichever screen is looked at. */
export function keepRecorded(context: EncodingContext): void {
  if (endKeeping) return;
  const hear = ({ take }: RecordingSlice) => {
    if (take) void recordMissing(context, take);
    else if (!isStudioInSight()) endKeeping?.();
  };
  const unfollow = context.dispatch(onRecordingChanged(hear));
  navigator.mediaDevices.addEventListener('devicechange', retryAtOnce);
  let permission: PermissionStatus | null = null;
  navigator.permissions
    .query({ name: 'camera' })
    .then((status) => {
      if (!endKeeping) return;
      permission = status;
      status.addEventListener('change', retryAtOnce);
    })
    // A browser that does not say: it is tried again in any case.
    .catch(() => undefined);
  endKeeping = () => {
    endKeeping = null;
    unfollow();
    backoff.clear();
    navigator.mediaDevices.removeEventListener('devicechange', retryAtOnce);
    permission?.removeEventListener('change', retryAtOnce);
  };
}
