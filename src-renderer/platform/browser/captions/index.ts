import type { captionsContract } from '../../../../src-shared/contract/captions.ts';
import type { captureContract } from '../../../../src-shared/contract/capture.ts';
import type { recordingContract } from '../../../../src-shared/contract/recording.ts';
import { CaptionsService, createLiveLines } from '../../../../src-shared/handlers/captions/index.ts';
import { LIVE_NAME } from '../../../../src-shared/handlers/transcripts/index.ts';
import type { VoiceService } from '../../../../src-shared/handlers/voice/index.ts';
import { createTurns } from '../../../../src-shared/lib/turns.ts';
import type { EventHub, Handlers } from '../../../../src-shared/rpc/index.ts';
import type { BrowserCapture } from '../capture/index.ts';
import { appendText } from '../storedFiles.ts';
import { TAKES_FOLDER } from '../takes/names.ts';
import { CaptionTabs } from './captionTabs.ts';
import { hearStudio } from './hearStudio.ts';

type Contract = typeof captionsContract & typeof captureContract & typeof recordingContract;

export interface BrowserCaptionsOptions {
  storage: StorageManager;
  locks: LockManager;
  capture: BrowserCapture;
  /** The take that is recorded now. */
  runningTake: () => string | null;
  openEngine: VoiceService['openCaptions'];
  events: Pick<EventHub<Contract>, 'emit' | 'subscribe'>;
  createId: () => string;
  nowMs: () => number;
  log: (message: string, error: unknown) => void;
}

export interface BrowserCaptions {
  handlers: Handlers<typeof captionsContract>;
  setWanted: (isWanted: boolean) => void;
  close: () => void;
}

/** Live captions of this page's one channel, and of another tab's where that writes them. */
export function createBrowserCaptions(options: BrowserCaptionsOptions): BrowserCaptions {
  const { capture, events, runningTake, nowMs, log } = options;
  const channels = () => capture.setUp.channels;
  const live = createLiveLines({
    runningFolder: runningTake,
    append: createAppender(options),
    nowMs,
    log: { error: log },
  });
  const captions: CaptionsService = new CaptionsService({
    readVoices: (signal) =>
      hearStudio(
        { findChannel: (id) => channels().find((channel) => channel.id === id), nowMs, log },
        signal,
      ),
    studio: {
      get isOpen() {
        return capture.isOpen;
      },
      isUsed: () => Promise.resolve(runningTake() !== null),
      listChannels: channels,
      open: () => capture.open(),
      close: () => capture.stop(),
    },
    openEngine: options.openEngine,
    keepLine: (line) => live.keep(line),
    createId: options.createId,
    nowMs,
    after(ms, action) {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
    log: { error: log },
    onChanged: (state) => tabs.onChanged(state),
    onSpoken: (line) => tabs.onSpoken(line),
    onCleared: () => tabs.onCleared(),
  });
  const tabs = new CaptionTabs({ ...options, captions });
  const ends = [
    events.subscribe('capture.onStateChanged', () => captions.onStudioChanged()),
    events.subscribe('recording.onStateChanged', () => live.follow()),
  ];
  return {
    handlers: tabs.handlers,
    setWanted: (isWanted) => captions.setWanted(isWanted),
    close() {
      for (const end of ends) end();
      captions.close();
      tabs.close();
    },
  };
}

/** Beside a take, one line after the other: a file is written whole each time. */
function createAppender({ storage }: BrowserCaptionsOptions) {
  const inTurn = createTurns();
  return (takeId: string, line: string) =>
    inTurn(async () => {
      const takes = await (await storage.getDirectory()).getDirectoryHandle(TAKES_FOLDER);
      await appendText(await takes.getDirectoryHandle(takeId), LIVE_NAME, line);
    });
}
