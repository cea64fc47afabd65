import type { captureContract } from '../../../../src-shared/contract/capture.ts';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { videoContract } from '../../../../src-shared/contract/video.ts';
import type { recordingContract } from '../../../../src-shared/contract/recording.ts';
import { Recorder } from '../../../../src-shared/recording/index.ts';
import type { EventHub, Handlers } from '../../../../src-shared/rpc/index.ts';
import type { BrowserCapture } from '../capture/index.ts';
import type { TakesService } from '../takes/takesService.ts';
import { BrowserSound } from './browserSound.ts';
import type { OpenTake } from './openTake.ts';
import { openVideoStore } from './videoStore.ts';

type Contract = typeof recordingContract & typeof videoContract;

export interface BrowserRecordingOptions {
  locks: LockManager;
  createId: () => string;
  /** Milliseconds since 1970. */
  wallMs: () => number;
  takes: Pick<TakesService, 'scan' | 'verify'>;
  capture: Pick<BrowserCapture, 'assertMayRecord' | 'stop'>;
  events: Pick<EventHub<Contract>, 'emit'>;
  log: (message: string, error: unknown) => void;
}

/** The recorder of a page without a host: what the page hears and sees, into the browser's own storage. */
export function createBrowserRecording(
  options: BrowserRecordingOptions,
): Handlers<Contract & Pick<typeof captureContract, 'capture.stop'>> {
  const { capture, createId, takes, events, locks, log, wallMs } = options;
  const nowMs = () => performance.now();
  let open: OpenTake | null = null;
  const checks = createChecks({ ...options, isRecording: () => recorder.sound !== null });

  /** A take ends when nothing is left of what it was begun with. */
  function lookAfter(): void {
    const { sound, state } = recorder;
    if (!(sound instanceof BrowserSound) || !state.take || sound.channelIds.length > 0) return;
    const { sources } = state.take;
    if (sources.length === 0 && !sound.hasSound) return;
    if (sources.every(({ missingSinceSec }) => missingSinceSec !== null))
      sound.endBy(failWith('DEVICE_LOST', 'nothingLeft'));
  }

  const recorder: Recorder = new Recorder({
    makeSound: (name, wanted, notify) =>
      new BrowserSound(
        {
          locks,
          createId,
          wallMs,
          nowMs,
          log,
          scan: (takeId, file) => takes.scan(takeId, file),
          onOpened: (take) => (open = take),
          onChanged: () => recorder.announce(),
          onProgressed: (progress) => events.emit('recording.onProgressed', progress),
        },
        name,
        wanted,
        notify,
      ),
    openVideo(folder) {
      const { sound } = recorder;
      if (open?.id !== folder || !(sound instanceof BrowserSound))
        throw failWith('TAKE_NOT_RUNNING', 'takeNotRunning');
      return openVideoStore(open, () => sound.matched);
    },
    toFileError: (_, error) =>
      error instanceof RpcError ? error : new RpcError('FILE_UNWRITABLE', String(error)),
    nowMs,
    createId,
    log: { error: (message, error) => log(message, error) },
    events: {
      emit(name, payload) {
        events.emit(name, payload);
        if (name === 'recording.onStateChanged') queueMicrotask(lookAfter);
      },
    },
    certify: (folder) => checks.add(folder),
  });

  return {
    ...recorder.handlers,
    async 'recording.start'(input, context) {
      if (input.sound.of === 'channels') capture.assertMayRecord(input.sources.length > 0);
      // What goes with a screen is opened by anyone who shares it: where the studio listens, that ends.
      else if (!recorder.state.take) await capture.stop();
      checks.interrupt();
      return recorder.handlers['recording.start'](input, context);
    },
    /** A take of the channels ends cleanly first. */
    async 'capture.stop'(_, context) {
      if (recorder.state.take?.hasChannels) await recorder.handlers['recording.stop'](undefined, context);
      return capture.stop();
    },
  };
}

/** Takes that have ended are checked one by one; where the next one is recorded meanwhile, later. */
function createChecks(
  options: Pick<BrowserRecordingOptions, 'takes' | 'log'> & { isRecording: () => boolean },
): { add(id: string): Promise<void>; interrupt(): void } {
  const unchecked = new Set<string>();
  let checking: AbortController | null = null;

  async function checkNext(): Promise<void> {
    const [id] = unchecked;
    if (checking || options.isRecording() || id === undefined) return;
    const { signal } = (checking = new AbortController());
    try {
      await options.takes.verify(id, signal);
      unchecked.delete(id);
    } catch (error) {
      if (!signal.aborted) {
        unchecked.delete(id);
        options.log('a recording could not be checked', error);
      }
    } finally {
      checking = null;
    }
    await checkNext();
  }

  return {
    add(id) {
      unchecked.add(id);
      return checkNext();
    },
    interrupt: () => checking?.abort(),
  };
}
