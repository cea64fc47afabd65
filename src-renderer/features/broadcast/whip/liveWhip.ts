import { masterQuality, type MasterQualityId } from '../../../../src-shared/domain/broadcast/quality.ts';
import { Listeners } from '../../../../src-shared/rpc/index.ts';
import { openMicrophone } from '../../../media/sound/openMicrophone.ts';
import { WhipSession, type WhipFigures, type WhipState } from '../../../media/whip/index.ts';
import { currentProgramme, isSendingHere, setSentElsewhere } from '../liveProgramme.ts';

/** What this page sends by WHIP: it belongs to the page, as its programme does. */
let live: { session: WhipSession; state: WhipState; beganMs: number | null; close: () => void } | null = null;
/** Of the last one. */
let lastState: WhipState | null = null;
const listeners = new Listeners<void>();

export const followWhip = (listener: () => void): (() => void) => listeners.add(listener);
export const currentWhip = (): WhipState | null => live?.state ?? lastState;
export const isWhipLive = (): boolean => live !== null;
/** Since it was live for the first time. */
export const whipElapsedSec = (): number => {
  const beganMs = live?.beganMs ?? null;
  return beganMs === null ? 0 : (performance.now() - beganMs) / 1000;
};
export const readWhipFigures = async (): Promise<WhipFigures | null> =>
  (await live?.session.figures()) ?? null;

export interface WhipStart {
  url: string;
  token: string;
  quality: MasterQualityId;
  hasMicrophone: boolean;
}

/** Sends the programme, and the microphone as it is. Rejects where one of them cannot be opened. */
export async function startWhip({ url, token, quality, hasMicrophone }: WhipStart): Promise<void> {
  const programme = await currentProgramme();
  if (!programme || live || isSendingHere()) return;
  const { fps, width, height, videoKbps } = masterQuality(quality);
  const microphone = hasMicrophone ? await openMicrophone(null) : null;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const detach = programme.attachCanvas(canvas);
  // A canvas has a context, and so something to be captured, once its first image is drawn.
  canvas.getContext('2d', { alpha: false });
  const video = canvas.captureStream(fps);
  const tracks = [...video.getTracks(), ...(microphone?.getTracks() ?? [])];
  const close = () => {
    detach();
    for (const track of tracks) track.stop();
    setSentElsewhere(false);
  };
  setSentElsewhere(true);
  const session = new WhipSession({
    endpoint: { url, token: token.trim() === '' ? null : token.trim() },
    tracks,
    videoKbps,
    onChanged(state) {
      lastState = state;
      if (live) live.state = state;
      if (live && state.kind === 'live') live.beganMs ??= performance.now();
      if (state.kind === 'refused') release();
      listeners.notify();
    },
  });
  live = { session, state: { kind: 'connecting' }, beganMs: null, close };
  lastState = live.state;
  listeners.notify();
}

export async function endWhip(): Promise<void> {
  const session = live?.session;
  release();
  await session?.end();
  listeners.notify();
}

function release(): void {
  live?.close();
  live = null;
}
