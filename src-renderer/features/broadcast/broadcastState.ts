import type { BroadcastCertificate, BroadcastView } from '../../../src-shared/contract/broadcast.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { MasterQualityId } from '../../../src-shared/domain/broadcast/quality.ts';
import type { Corner, LayoutId } from '../../../src-shared/domain/broadcast/layouts.ts';
import type { ImageData64 } from '../../../src-shared/domain/broadcast/scene.ts';
import type { Loadable } from '../../lib/loadable.ts';
import type { LiveEvent } from './liveEvents.ts';

/** Where a broadcast may go, and how it is there. */
export type Destination = BroadcastView['destinations'][number];

/** What the user is to decide before going live. */
export interface BroadcastDraft {
  title: string;
  description: string;
  quality: MasterQualityId;
  layout: LayoutId;
  /** By how much viewers hear the sound later; below 0: earlier. */
  soundDelayMs: number;
  /** A take of the programme is made beside it. */
  isRecorded: boolean;
  /** Each source has a track of its own in it. */
  recordsSources: boolean;
  /** In the place of the sources. `endsAtMs`: what it counts down to, milliseconds since 1970. */
  slate: { kind: 'startingSoon' | 'beRightBack' | null; endsAtMs: number | null };
  lowerThird: { isOn: boolean; title: string; subtitle: string };
  logo: { isOn: boolean; corner: Corner; image: ImageData64 | null };
  /** Live captions over the sources, while they are on. */
  showsCaptions: boolean;
}

/** How a video file plays. */
export interface MediaPlaying {
  isLooped: boolean;
  /** On this computer. */
  isHeard: boolean;
}

/** A camera, screen or video file that is open in this page. */
export interface BroadcastSource {
  id: string;
  kind: 'camera' | 'screen' | 'media';
  label: string;
  deviceId: string | null;
  /** Of a media file; null: it is none. */
  playing: MediaPlaying | null;
  /** It gives no video any more. */
  isLost: boolean;
}

/** What was measured of this machine's encoder, for one quality. */
export interface EncoderProbe {
  quality: MasterQualityId;
  isSupported: boolean;
  isHardware: boolean;
  encodedFps: number | null;
}

/** What this page measures of its own work. */
export interface EncoderReport {
  framesMade: number;
  framesLate: number;
  framesDropped: number;
  lagMs: number;
  composedFps: number;
  composeMs: number;
}

export interface BroadcastSlice {
  view: Loadable<BroadcastView>;
  draft: BroadcastDraft;
  sources: BroadcastSource[];
  action: 'starting' | 'ending' | null;
  /** Why it did not start or end. */
  failure: RpcFailure | null;
  /** Why this page has stopped sending. */
  trouble: RpcFailure | null;
  /** Why nothing is recorded beside it. */
  recordFailure: RpcFailure | null;
  /** Why a source could not be opened. */
  sourceFailure: RpcFailure | null;
  probe: EncoderProbe | null;
  /** Free bytes of the disk of recordings. */
  freeBytes: number | null;
  encoder: EncoderReport | null;
  /** While live: how long no page has sent a frame, in seconds. */
  unfedSec: number;
  events: LiveEvent[];
  /** Of the last broadcast that this page ended. */
  certificate: BroadcastCertificate | null;
}

export interface BroadcastRoot {
  broadcast: BroadcastSlice;
}
