import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EndedTake, RunningTake, TakeProgress } from '../../../src-shared/contract/recording.ts';
import { createMemoryHost } from '../../testing/memoryHost.ts';
import {
  endRecording,
  followRecording,
  holdRecording,
  onRecordingChanged,
  selectHasRecording,
  selectProgress,
  selectRecording,
} from './index.ts';

const takeOf = (id: string): RunningTake => ({
  id,
  name: id,
  folder: id,
  startedAtMs: 0,
  isPaused: false,
  recordedSec: 1,
  hasChannels: true,
  hasSound: true,
  progress: null,
  markers: [],
  channelIds: [],
  isMicrophoneMuted: null,
  tracks: [],
  sources: [],
});

const endOf = (id: string, continuedIn: string | null = null): EndedTake => ({
  id,
  name: id,
  folder: id,
  recordedSec: 1,
  code: 'DISK_FULL',
  message: 'Full.',
  continuedIn,
});

const SOURCE: RunningTake['sources'][number] = {
  id: 'camera',
  kind: 'video',
  name: 'Camera',
  trackId: null,
  gapCount: 0,
  missedSec: 0,
  missingSinceSec: null,
};

const progress: TakeProgress = {
  recordedSec: 2,
  isPaused: false,
  bytesWritten: 1,
  secondsLeft: null,
  gaps: 0,
  missingFrames: 0,
  clockDriftMs: 0,
};

let host: ReturnType<typeof createMemoryHost>;
const recording = () => selectRecording(host.store.getState());

/** As the host reports it, once the page knows. */
async function notify(take: RunningTake | null, lastTake: EndedTake | null = null): Promise<void> {
  host.events.emit('recording.onStateChanged', { take, lastTake });
  await vi.waitFor(() => expect(recording()).toMatchObject({ take, lastTake }));
}

beforeEach(() => {
  host = createMemoryHost();
  followRecording(host.client, host.store.dispatch);
});

describe('the recording of the host', () => {
  it('is known as it is reported, with the progress of its sound', async () => {
    await notify(takeOf('a'));
    expect(recording().reading.status).toBe('ready');
    host.events.emit('recording.onProgressed', progress);
    await vi.waitFor(() => expect(selectProgress(host.store.getState())).toEqual(progress));
  });

  it('keeps what is as it was, so that nothing is drawn for it', async () => {
    const sources = () => [{ ...SOURCE }];
    await notify({ ...takeOf('a'), sources: sources() });
    const before = recording().take;
    await notify({ ...takeOf('a'), sources: sources(), recordedSec: 2 });
    expect(recording().take).not.toBe(before);
    expect(recording().take?.sources).toBe(before?.sources);
    expect(selectHasRecording(host.store.getState())).toBe(true);
  });

  it('has ended where it does not continue in another folder', async () => {
    await notify(takeOf('a'));
    await notify(takeOf('b'), endOf('a', 'b'));
    expect(recording().ended).toBeNull();
    await notify(null, endOf('b'));
    expect(recording().ended).toEqual({ take: takeOf('b'), how: endOf('b') });
  });

  it('has not ended for a page that has not seen it', async () => {
    await notify(null, endOf('a'));
    expect(recording().ended).toBeNull();
  });

  it('is sent to anyone who listens, until they end that', async () => {
    const heard: (string | undefined)[] = [];
    const end = host.store.dispatch(onRecordingChanged(({ take }) => heard.push(take?.id)));
    await notify(takeOf('a'));
    end();
    await notify(takeOf('b'));
    expect(heard).toEqual(['a']);
  });

  it('says what this page asks for, and why that was not possible', async () => {
    host.failures['recording.pause'] = { code: 'TAKE_NOT_RUNNING', message: 'No take.' };
    const holding = host.store.dispatch(holdRecording(true));
    expect(recording().action).toBe('pausing');
    await holding;
    expect(recording()).toMatchObject({ action: null, failure: { message: 'No take.' } });
    void host.store.dispatch(endRecording());
    expect(recording()).toMatchObject({ action: 'stopping', failure: null });
  });
});
