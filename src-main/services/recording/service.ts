import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { RecordingSound } from '../../../src-shared/contract/recording.ts';
import { DEFAULT_RECORDING } from '../../../src-shared/domain/captureSetUp.ts';
import { Recorder, type RecorderOptions, type TakeSound } from '../../../src-shared/recording/index.ts';
import type { CaptureChannels } from '../capture/index.ts';
import { toFileError } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';
import { openVideoStore } from './videoStore.ts';
import { findScreenSound, type ScreenSoundDevices } from './screenSound.ts';
import { EngineSound, NoSound, type SoundOptions, type TakeEngine } from './sound.ts';
import { makeContinuation } from './takeFolder.ts';

export interface RecordingServiceOptions
  extends
    SoundOptions,
    Pick<
      RecorderOptions,
      'createId' | 'events' | 'assertMayAdd' | 'lastFramesMs' | 'onEnded' | 'certify' | 'recover'
    > {
  /** Records sound; there are takes without. */
  sound: { engine: TakeEngine; channels: CaptureChannels } | null;
  /** Sound files of a broadcast that are to be tracks, too. */
  soundTracks?: () => { id: string; name: string }[];
  /** Devices for the sound of a screen. */
  screenSound?: ScreenSoundDevices;
  /** A take ends before its disk has less than this. */
  keepFreeBytes?: number;
  log: Log;
}

export interface RecordingService extends Pick<Recorder, 'handlers' | 'close'> {
  /** The take without sound that is recorded now. */
  readonly videoOnlyTake: { folder: string; recordedSec: number; isPaused: boolean } | null;
}

/** The recorder of this host: its sound is the engine's, its video is files in folders. */
export function createRecordingService(options: RecordingServiceOptions): RecordingService {
  const { events, log, nowMs, keepFreeBytes = DEFAULT_RECORDING.keepFreeBytes } = options;

  function requireSound() {
    if (options.sound) return options.sound;
    throw failWith('UNSUPPORTED', 'nothingRecordsHere');
  }

  function makeSound(
    name: string | null,
    wanted: RecordingSound,
    notify: ConstructorParameters<typeof NoSound>[2],
  ): TakeSound {
    if (wanted.of === 'channels') {
      const played = wanted.soundFiles ? (options.soundTracks?.() ?? []) : [];
      return new EngineSound({ ...options, ...requireSound() }, name, null, played);
    }
    if (!wanted.microphone && !wanted.system) return new NoSound(options, name, notify);
    const { screenSound } = options;
    if (!screenSound) throw failWith('UNSUPPORTED', 'noDevicesHere');
    const find = () => findScreenSound(wanted, screenSound);
    return new EngineSound({ ...options, ...requireSound() }, name, find);
  }

  const recorder = new Recorder({
    ...options,
    makeSound,
    assertMayStart: async ({ of }) => {
      if (of === 'channels') await requireSound().channels.assertMayRecordOwn();
    },
    openVideo: (folder) => openVideoStore(folder, { keepFreeBytes, log }),
    toFileError,
  });

  /** The sound of the engine that is recorded now. */
  const engineSound = () => (recorder.sound instanceof EngineSound ? recorder.sound : null);

  if (options.sound) {
    options.sound.engine.takeListener = {
      onTakeMoved(moment) {
        const sound = engineSound();
        if (sound) recorder.notify(sound.onMoment(moment));
      },
      onTakeProgressed(progress) {
        engineSound()?.onProgressed(progress.clockDriftMs);
        events.emit('recording.onProgressed', progress);
      },
      onTakeWarned: (warning) => events.emit('recording.onWarned', warning),
      onTakeEnded(ended) {
        const isContinued = ended.continuedIn !== null;
        options.onEnded?.({ recordedSec: ended.recordedSec, isContinued });
        const sound = engineSound();
        if (!sound) return;
        if (!isContinued) return recorder.notify('soundEnded', ended);
        sound.onCut(ended);
        recorder.cut(ended);
      },
      placeContinuation: (take) => makeContinuation(take),
    };
  }

  return {
    handlers: recorder.handlers,
    get videoOnlyTake() {
      const { sound } = recorder;
      if (!sound || sound.hasSound || !sound.place || !sound.time) return null;
      const { clock } = sound.time;
      return {
        folder: sound.place.folder,
        isPaused: clock.isPaused,
        recordedSec: clock.recordedMsAt(nowMs()) / 1000,
      };
    },
    close: () => recorder.close(),
  };
}
