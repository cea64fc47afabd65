import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { describe, expect, it, vi } from 'vitest';
import type { CaptureState } from '../../../src-shared/contract/capture.ts';
import { captureSetUpSchema } from '../../../src-shared/domain/captureSetUp.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { Notice } from '../../lib/effects.ts';
import { failureNoticeOf, type ThunkExtra } from '../../platform/index.ts';
import { recordingSlice } from '../recording/index.ts';
import { hostSlice } from '../workspace/index.ts';
import { videoSlice } from './video/videoSlice.ts';
import './texts.ts';
import { captureReported } from './studioActions.ts';
import { selectChannels, studioSlice } from './studioSlice.ts';
import { changeChannel, moveTake } from './studioThunks.ts';

const stateWith = (volume: number): CaptureState => ({
  setUp: captureSetUpSchema.parse({ version: 1, channels: [{ id: 'a', name: 'Voice', volume }] }),
  session: null,
  lastFailure: null,
});

function noticeOf(action: UnknownAction, failure: RpcFailure): Notice {
  const notice = failureNoticeOf(action);
  if (notice === undefined || notice === 'inPlace') throw new Error(`${action.type} has no notice`);
  return notice(failure, 'startTake');
}

type Answer = { success: true; data: unknown } | { success: false; error: object };

/** A store whose host answers when the test says so. */
function createStudio() {
  const answers: ((answer: Answer) => void)[] = [];
  const calls: string[] = [];
  const client = {
    call(name: string) {
      calls.push(name);
      return new Promise<Answer>((resolve) => answers.push(resolve));
    },
  };
  const store = configureStore({
    reducer: {
      studio: studioSlice.reducer,
      studioVideo: videoSlice.reducer,
      recording: recordingSlice.reducer,
      host: hostSlice.reducer,
    },
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: { client, nowMs: () => 0 } as unknown as ThunkExtra } }),
  });
  store.dispatch(captureReported(stateWith(100)));
  const volume = () => selectChannels(store.getState())[0]?.volume;
  return { store, answers, calls, volume };
}

const refusal = { success: false, error: { code: 'BAD_OPTION', message: 'No.', retryable: false } } as const;

describe('a change of a channel', () => {
  const change = (volume: number) => changeChannel({ channelId: 'a', changes: { volume } });

  it('is shown before the host has answered, and taken back where it refuses', async () => {
    const { store, answers, volume } = createStudio();
    const changing = store.dispatch(change(40));
    expect(volume()).toBe(40);
    answers[0]?.(refusal);
    await changing;
    expect(volume()).toBe(100);
  });

  it('is not undone on the screen by the answer to an earlier one', async () => {
    const { store, answers, volume } = createStudio();
    const first = store.dispatch(change(40));
    const second = store.dispatch(change(50));
    answers[0]?.({ success: true, data: stateWith(40) });
    await first;
    expect(volume()).toBe(50);
    answers[1]?.({ success: true, data: stateWith(50) });
    await second;
    expect(volume()).toBe(50);
  });
});

describe('a start', () => {
  it('continues where the devices are being opened by the screen at the same moment', async () => {
    const { store, answers, calls } = createStudio();
    const starting = store.dispatch(moveTake('startTake'));
    const answer = async (name: string, given: Answer) => {
      await vi.waitFor(() => expect(calls.at(-1)).toBe(name));
      answers.at(-1)?.(given);
    };
    await answer('capture.readState', { success: true, data: stateWith(100) });
    const running = { ...refusal.error, code: 'CAPTURE_ALREADY_RUNNING' };
    await answer('capture.start', { success: false, error: running });
    await answer('capture.readState', { success: true, data: stateWith(100) });
    await answer('recording.start', { success: true, data: { take: null, lastTake: null } });
    expect(moveTake.fulfilled.match(await starting)).toBe(true);
  });
});

describe('a refused start', () => {
  it('is reported in the words of the document', async () => {
    const { store, answers } = createStudio();
    const starting = store.dispatch(moveTake('startTake'));
    answers[0]?.(refusal);
    const action = await starting;
    const failure = { code: 'BAD_OPTION', message: 'No.', retryable: false } as const;
    expect(noticeOf(action, failure).title).toBe('Failed to start recording: No.');
    const nothing = { ...failure, code: 'NO_ENABLED_CHANNEL', message: 'Please enable.' } as const;
    expect(noticeOf(action, nothing).title).toBe('Please enable.');
  });
});
