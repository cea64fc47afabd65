import { RECONNECT_AFTER_MS } from '../../../src-shared/domain/broadcast/states.ts';
import {
  createWhipResource,
  WhipError,
  type WhipEndpoint,
  type WhipProblem,
  type WhipResource,
} from './resource.ts';

export interface WhipOptions {
  endpoint: WhipEndpoint;
  tracks: readonly MediaStreamTrack[];
  videoKbps: number;
  onChanged: (state: WhipState) => void;
}

export type WhipState =
  | { kind: 'connecting' | 'live' | 'ended' }
  | { kind: 'reconnecting'; problem: WhipProblem; attempt: number }
  | { kind: 'refused'; problem: WhipProblem };

/** All of it counted by the browser; null where it does not say. */
export interface WhipFigures {
  sentBytes: number;
  framesSent: number;
  framesPerSecond: number | null;
  /** Of packets that the server asked for again. */
  packetsResent: number;
  packetsLost: number | null;
  roundTripMs: number | null;
  /** Why the encoder gives less than it was asked for. */
  limitedBy: 'cpu' | 'bandwidth' | 'other' | null;
}

/** ICE is not trickled: what was found after so long is offered. */
const GATHER_MS = 2000;
const CONNECT_MS = 10_000;

/** Sends tracks to a WHIP endpoint until it is ended, and connects again after an outage. */
export class WhipSession {
  readonly #options: WhipOptions;
  #peer: RTCPeerConnection | null = null;
  #resource: WhipResource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #isEnded = false;

  constructor(options: WhipOptions) {
    this.#options = options;
    void this.#connect();
  }

  async figures(): Promise<WhipFigures | null> {
    const report = await this.#peer?.getStats();
    return report ? readFigures(report) : null;
  }

  async end(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    await this.#close();
    this.#options.onChanged({ kind: 'ended' });
  }

  async #connect(): Promise<void> {
    const { onChanged } = this.#options;
    if (this.#attempt === 0) onChanged({ kind: 'connecting' });
    try {
      await this.#offer();
      if (this.#isEnded) return await this.#close();
      this.#attempt = 0;
      onChanged({ kind: 'live' });
    } catch (error) {
      await this.#fail(error instanceof WhipError ? error : new WhipError('badAnswer', { cause: error }));
    }
  }

  async #offer(): Promise<void> {
    const { endpoint, tracks, videoKbps } = this.#options;
    const peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
    this.#peer = peer;
    const stream = new MediaStream([...tracks]);
    for (const track of tracks) await addTrack(peer, track, stream, videoKbps);
    await peer.setLocalDescription();
    await gathered(peer);
    this.#resource = await createWhipResource(endpoint, peer.localDescription?.sdp ?? '');
    await peer.setRemoteDescription({ type: 'answer', sdp: this.#resource.answerSdp });
    await connected(peer);
    // A short loss comes back on its own as "disconnected"; "failed" does not.
    peer.onconnectionstatechange = () => {
      if (peer === this.#peer && peer.connectionState === 'failed')
        void this.#fail(new WhipError('noConnection'));
    };
  }

  async #fail(error: WhipError): Promise<void> {
    await this.#close();
    if (this.#isEnded) return;
    if (error.isFinal) {
      this.#isEnded = true;
      return this.#options.onChanged({ kind: 'refused', problem: error.problem });
    }
    const waitMs = RECONNECT_AFTER_MS[this.#attempt] ?? RECONNECT_AFTER_MS.at(-1);
    this.#attempt += 1;
    this.#options.onChanged({ kind: 'reconnecting', problem: error.problem, attempt: this.#attempt });
    this.#timer = setTimeout(() => void this.#connect(), waitMs);
  }

  async #close(): Promise<void> {
    const [peer, resource] = [this.#peer, this.#resource];
    this.#peer = null;
    this.#resource = null;
    peer?.close();
    await resource?.remove();
  }
}

/** H.264 first, which every server of broadcasts takes; never another resolution while live. */
async function addTrack(
  peer: RTCPeerConnection,
  track: MediaStreamTrack,
  stream: MediaStream,
  videoKbps: number,
): Promise<void> {
  const transceiver = peer.addTransceiver(track, { direction: 'sendonly', streams: [stream] });
  if (track.kind !== 'video') return;
  const codecs = RTCRtpReceiver.getCapabilities('video')?.codecs ?? [];
  const isH264 = ({ mimeType }: { mimeType: string }) => mimeType.toLowerCase() === 'video/h264';
  transceiver.setCodecPreferences([...codecs.filter(isH264), ...codecs.filter((codec) => !isH264(codec))]);
  const parameters = transceiver.sender.getParameters();
  for (const encoding of parameters.encodings) encoding.maxBitrate = videoKbps * 1000;
  parameters.degradationPreference = 'maintain-resolution';
  await transceiver.sender.setParameters(parameters);
}

async function gathered(peer: RTCPeerConnection): Promise<void> {
  if (peer.iceGatheringState === 'complete') return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, GATHER_MS);
  peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve();
  await promise;
  clearTimeout(timer);
  peer.onicegatheringstatechange = null;
}

async function connected(peer: RTCPeerConnection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => {
    if (peer.connectionState === 'connected') resolve();
    else if (peer.connectionState === 'failed' || peer.connectionState === 'closed')
      reject(new WhipError('noConnection'));
  };
  const timer = setTimeout(() => reject(new WhipError('noConnection')), CONNECT_MS);
  peer.onconnectionstatechange = look;
  look();
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** What is read of the browser's report (W3C, "Identifiers for WebRTC's Statistics API"). */
interface Report {
  type: string;
  kind?: string;
  bytesSent?: number;
  framesSent?: number;
  framesPerSecond?: number;
  retransmittedPacketsSent?: number;
  packetsLost?: number;
  roundTripTime?: number;
  qualityLimitationReason?: string;
}

export function readFigures(reports: { forEach: (look: (report: Report) => void) => void }): WhipFigures {
  const figures: WhipFigures = {
    sentBytes: 0,
    framesSent: 0,
    framesPerSecond: null,
    packetsResent: 0,
    packetsLost: null,
    roundTripMs: null,
    limitedBy: null,
  };
  reports.forEach((report) => {
    if (report.type === 'outbound-rtp') {
      figures.sentBytes += report.bytesSent ?? 0;
      figures.packetsResent += report.retransmittedPacketsSent ?? 0;
      if (report.kind !== 'video') return;
      figures.framesSent = report.framesSent ?? 0;
      figures.framesPerSecond = report.framesPerSecond ?? null;
      const reason = report.qualityLimitationReason;
      if (reason === 'cpu' || reason === 'bandwidth' || reason === 'other') figures.limitedBy = reason;
    }
    if (report.type !== 'remote-inbound-rtp') return;
    figures.packetsLost = (figures.packetsLost ?? 0) + (report.packetsLost ?? 0);
    if (report.roundTripTime !== undefined) figures.roundTripMs = report.roundTripTime * 1000;
  });
  return figures;
}
