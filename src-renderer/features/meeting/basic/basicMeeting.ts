import './texts.ts';
import type { RecordingState } from '../../../../src-shared/contract/recording.ts';
import type { Settings } from '../../../../src-shared/contract/settings.ts';
import { bitsPerSecondOf, QUALITY_HEIGHTS } from '../../../../src-shared/domain/screenCapture.ts';
import { i18n } from '../../../i18n/index.ts';
import type { BasicSource } from '../../../media/basicTakes/channels.ts';
import { basicRecorder, followRecorder, picturesStateOf } from '../../basicRecorder/index.ts';
import { askForMeeting, MEETING_FPS } from '../askForMeeting.ts';
import type { MeetingDraft } from '../meetingState.ts';
import type { MeetingSettings } from '../savedSettings.ts';
import { openVoice, type Voice } from './openVoice.ts';

/** Of the two sides of a meeting, what the page hears; another object after each change. */
export interface MeetingSides {
  /** What was asked for. */
  wants: { microphone: boolean; system: boolean };
  microphone: MediaStream | null;
  /** Why the microphone is recorded as it arrives; null: it is cleaned. */
  uncleaned: string | null;
  /** null: what is shared has no sound. */
  farSide: MediaStream | null;
}

export interface MeetingStart {
  draft: MeetingDraft;
  quality: MeetingSettings['quality'];
  sound: MeetingSides['wants'];
  settings: Pick<Settings, 'inputDeviceId' | 'chain'>;
  /** A window or tab was chosen. */
  onChosen: () => void;
  /** It is not shared any more, and the microphone is recorded further. */
  onShareEnded: () => void;
  /** It has given no picture for half a minute, or does again. */
  onShareStill: (isStill: boolean) => void;
}

const NO_SIDES: MeetingSides = {
  ...{ wants: { microphone: false, system: false }, microphone: null, uncleaned: null, farSide: null },
};

const listeners = new Set<() => void>();
let sides = NO_SIDES;
let share: MediaStream | null = null;
let quality: MeetingSettings['quality'] = 'high';
let onStill: MeetingStart['onShareStill'] | undefined;

function setSides(next: MeetingSides): void {
  sides = next;
  listeners.forEach((listener) => listener());
}

/** The recorder of a page without a host, as the Meeting Recorder asks for it. */
export const basicMeeting = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  readSides: () => sides,
  read: () => picturesStateOf('meeting'),
  follow: (hear: Parameters<typeof followRecorder>[1]) => followRecorder('meeting', hear),
  /** With the microphone and what the window or tab plays, as far as they are wanted and given. */
  async start(wish: MeetingStart): Promise<RecordingState> {
    const { draft, sound, settings } = wish;
    const shared = await askForMeeting('browser', sound.system);
    wish.onChosen();
    let voice: Voice | null = null;
    const release = () => {
      voice?.close();
      stopAll(share);
      stopAll(shared);
      share = null;
      setSides(NO_SIDES);
    };
    try {
      if (sound.microphone) voice = await openVoice(settings, showUncleaned);
      quality = wish.quality;
      onStill = wish.onShareStill;
      const name = draft.title.trim();
      const { platform, participants } = draft;
      await basicRecorder.start({
        sources: [...(voice ? [voice.source] : []), ...sourcesOf(shared)],
        ...{ name, purpose: 'meeting', meeting: { platform, participants }, endsWithPicture: false },
      });
    } catch (error) {
      release();
      throw error;
    }
    share = shared;
    const { stream: microphone = null, uncleaned = null } = voice ?? {};
    setSides({ wants: sound, microphone, uncleaned, farSide: soundOf(shared) });
    watch(wish.onShareEnded, release);
    return picturesStateOf('meeting');
  },
  /** The same recording, with another window or tab from now on. */
  async shareAgain(): Promise<void> {
    const shared = await askForMeeting('browser', sides.wants.system);
    try {
      await basicRecorder.replaceShare(sourcesOf(shared));
    } catch (error) {
      stopAll(shared);
      throw error;
    }
    stopAll(share);
    share = shared;
    setSides({ ...sides, farSide: soundOf(shared) });
  },
  describe: ({ platform, participants }: MeetingDraft) => basicRecorder.describe({ platform, participants }),
  setPaused(isPaused: boolean): RecordingState {
    basicRecorder.setPaused(isPaused);
    return picturesStateOf('meeting');
  },
  async stop(): Promise<RecordingState> {
    await basicRecorder.stop();
    return picturesStateOf('meeting');
  },
};

/** The recorder, until it has ended. */
function watch(onShareEnded: () => void, onEnded: () => void): void {
  let wasShared = true;
  const look = () => {
    const { phase, live } = basicRecorder.read();
    if (phase === 'idle') {
      end();
      onEnded();
      return;
    }
    const isShared = live.includes('screen');
    // Where nothing else is recorded, the recording ends with it.
    if (wasShared && !isShared && live.length > 0 && phase !== 'stopping') onShareEnded();
    wasShared = isShared;
  };
  const end = basicRecorder.subscribe(look);
  look();
}

function sourcesOf(shared: MediaStream): BasicSource[] {
  const [pictures] = shared.getVideoTracks();
  const [sound] = shared.getAudioTracks();
  return [
    ...(sound ? [{ kind: 'system', track: sound, name: i18n.t('basicMeeting:farSide') } as const] : []),
    ...(pictures
      ? [
          {
            ...({
              kind: 'screen',
              track: pictures,
              name: i18n.t('basicMeeting:shared'),
              area: null,
            } as const),
            ...{ fps: MEETING_FPS, maxHeight: QUALITY_HEIGHTS[quality], onStill },
            bitsPerSecond: bitsPerSecondOf(quality, MEETING_FPS),
          },
        ]
      : []),
  ];
}

/** What is heard of what is shared; null where it has no sound. */
function soundOf(shared: MediaStream): MediaStream | null {
  const tracks = shared.getAudioTracks();
  return tracks.length === 0 ? null : new MediaStream(tracks);
}

const showUncleaned = (uncleaned: string) => setSides({ ...sides, uncleaned });

const stopAll = (stream: MediaStream | null) => stream?.getTracks().forEach((track) => track.stop());
