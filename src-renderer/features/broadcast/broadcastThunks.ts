import { createAction } from '@reduxjs/toolkit';
import type {
  BroadcastCertificate,
  broadcastContract,
  BroadcastView,
} from '../../../src-shared/contract/broadcast.ts';
import type { InputOf } from '../../../src-shared/contract/define.ts';
import { unwrap, type RpcError, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { MasterQualityId } from '../../../src-shared/domain/broadcast/quality.ts';
import { failed } from '../../i18n/failed.ts';
import { dataOf } from '../../lib/loadable.ts';
import type { Dispatch } from '../../lib/store.ts';
import { probeEncoder } from '../../media/programme/index.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';
import { beginRecording, endRecording, markRecording, type RecordingRoot } from '../recording/index.ts';
import type { BroadcastRoot, EncoderProbe, EncoderReport } from './broadcastState.ts';
import {
  beginEncoding,
  beginSending,
  closeProgramme,
  currentProgramme,
  endEncoding,
  isSendingHere,
  readEncoder,
  recordProgramme,
} from './liveProgramme.ts';
import { readScenes } from './scenes/sceneThunks.ts';
import { isRecordedBeside, recordSources, toNewSources, toRequests } from './sourceTracks.ts';
import { selectVideoSupport } from '../workspace/index.ts';
import { removeSource } from './sourceThunks.ts';
import { PROGRAMME_SOURCE } from './programmeTake.ts';

type Contract = typeof broadcastContract;
export type DestinationInput = InputOf<Contract['broadcast.saveDestination']>;

export const viewChanged = createAction<BroadcastView>('broadcast/viewChanged');
export const sendingEnded = createAction<RpcFailure>('broadcast/sendingEnded');
export const markerSet = createAction<{ label: string; atSec: number }>('broadcast/markerSet');
/** The programme is not recorded any more. */
export const recordingGone = createAction<RpcFailure>('broadcast/recordingGone');
export const encoderMeasured = createAction<EncoderReport | null>('broadcast/encoderMeasured');

const MEASURE_EVERY_MS = 1000;

export const readBroadcast = createClientThunk(
  'broadcast/read',
  async (_: void, { client }) => unwrap(await client.call('broadcast.read')),
  'inPlace',
);

/** The dialog says why it was not saved. */
export const saveDestination = createClientThunk(
  'broadcast/saveDestination',
  async (input: DestinationInput, { client }) =>
    unwrap(await client.call('broadcast.saveDestination', input)),
  'inPlace',
);

export const turnDestination = createClientThunk(
  'broadcast/turnDestination',
  async (input: DestinationInput, { client }) =>
    unwrap(await client.call('broadcast.saveDestination', input)),
  failed('other'),
);

export const removeDestination = createClientThunk(
  'broadcast/removeDestination',
  async (id: string, { client }) => unwrap(await client.call('broadcast.removeDestination', { id })),
  failed('other'),
);

export const setMultiStream = createClientThunk(
  'broadcast/setMultiStream',
  async (isOn: boolean, { client }) => unwrap(await client.call('broadcast.setMultiStream', { isOn })),
  failed('other'),
);

export const removeStreamKey = createClientThunk(
  'broadcast/removeKey',
  async (id: string, { client }) => unwrap(await client.call('broadcast.removeKey', { id })),
  failed('keys'),
);

/** Answers why the key was refused, or null. Not a thunk with actions: those carry their argument through every listener. */
export function saveStreamKey(id: string, key: string) {
  return async (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): Promise<string | null> => {
    const answer = await client.call('broadcast.saveKey', { id, key });
    if (!answer.success) return answer.error.message;
    dispatch(viewChanged(answer.data));
    return null;
  };
}

export const tryNow = createClientThunk(
  'broadcast/tryNow',
  async (id: string, { client }) => unwrap(await client.call('broadcast.tryNow', { id })),
  failed('other'),
);

/** How quickly this machine encodes, measured. */
export const probeQuality = createClientThunk(
  'broadcast/probe',
  async (quality: MasterQualityId): Promise<EncoderProbe> => {
    const { isSupported, isHardware, encodedFps } = await probeEncoder(quality);
    return { quality, isSupported, isHardware, encodedFps };
  },
  'inPlace',
);

export const readFreeSpace = createClientThunk(
  'broadcast/readFreeSpace',
  async (_: void, { client }) => unwrap(await client.call('takes.readStorage')).freeBytes,
  'inPlace',
);

/** Begins to encode, then to send: the host has to know the encoding before it greets a destination. */
export const goLive = createClientThunk<BroadcastView, void, BroadcastRoot>(
  'broadcast/goLive',
  async (_, { client, getState, dispatch }) => {
    const { title, description, quality, soundDelayMs } = getState().broadcast.draft;
    const avcConfig = await beginEncoding(client, quality, (failure) =>
      dispatch(sendingEnded(failure.toFailure())),
    );
    const said = { title, description, quality, soundDelayMs };
    const answer = await client.call('broadcast.start', { ...said, avcConfig });
    if (!answer.success) await endEncoding();
    const view = unwrap(answer);
    beginSending(client, view.live?.feed ?? 0);
    if (getState().broadcast.draft.isRecorded) void dispatch(recordBeside());
    return view;
  },
  'inPlace',
);

/** A take of the programme and of every channel; the broadcast continues without one, too. */
export const recordBeside = createClientThunk<void, void, BroadcastRoot>(
  'broadcast/recordBeside',
  async (_, { client, getState, dispatch }) => {
    const { draft, sources } = getState().broadcast;
    const { title, quality, recordsSources } = draft;
    const own = recordsSources ? sources.filter(({ isLost }) => !isLost) : [];
    const programme = await currentProgramme();
    const request = () => ({
      name: title.trim(),
      sound: { of: 'channels', soundFiles: recordsSources } as const,
      sources: [PROGRAMME_SOURCE, ...toNewSources(own)],
      requests: programme ? toRequests(own, programme, selectVideoSupport(getState()), quality) : [],
    });
    await dispatch(beginRecording(request)).unwrap();
    await recordProgramme(client, quality, onRecordGone(dispatch));
  },
  'inPlace',
);

/** Of the stream that is live; the next one begins with it. */
export const setSoundDelay = createClientThunk(
  'broadcast/setSoundDelay',
  async (delayMs: number, { client }) => unwrap(await client.call('broadcast.setSoundDelay', { delayMs })),
  failed('other'),
);

/** Nobody wants to resume it. */
export const forgetInterrupted = createClientThunk(
  'broadcast/forgetInterrupted',
  async (_: void, { client }) => unwrap(await client.call('broadcast.forgetInterrupted')),
  failed('other'),
);

/** This page sends in the place of one that is gone. */
export const continueHere = createClientThunk<void, void, BroadcastRoot & RecordingRoot>(
  'broadcast/continueHere',
  async (_, { client, getState, dispatch }) => {
    const live = dataOf(getState().broadcast.view)?.live;
    if (!live || isSendingHere()) return;
    const avcConfig = await beginEncoding(client, live.quality, (failure) =>
      dispatch(sendingEnded(failure.toFailure())),
    );
    const answer = await client.call('broadcast.resume', { avcConfig });
    if (!answer.success) await endEncoding();
    beginSending(client, unwrap(answer).live?.feed ?? 0);
    if (!isRecordedBeside(getState())) return;
    await recordProgramme(client, live.quality, onRecordGone(dispatch));
    await dispatch(recordSources(getState().broadcast.sources));
  },
  'inPlace',
);

/** The sound of the stream alone: what is recorded stays as it is. */
export const muteLive = createClientThunk(
  'broadcast/mute',
  async (isMuted: boolean, { client }) => unwrap(await client.call('broadcast.setMuted', { isMuted })),
  failed('other'),
);

const onRecordGone = (dispatch: Dispatch) => (failure: RpcError) =>
  void dispatch(recordingGone(failure.toFailure()));

/** In the certificate of the broadcast, and in the take that is recorded beside it. */
export const markLive = createClientThunk<void, string, RecordingRoot>(
  'broadcast/mark',
  async (label, { client, getState, dispatch }) => {
    const marker = unwrap(await client.call('broadcast.addMarker', { label }));
    dispatch(markerSet(marker));
    if (isRecordedBeside(getState())) await dispatch(markRecording(label));
  },
  failed('other'),
);

export const endStream = createClientThunk<BroadcastCertificate, void, RecordingRoot>(
  'broadcast/end',
  async (_, { client, getState, dispatch }) => {
    const certificate = unwrap(await client.call('broadcast.stop'));
    await endEncoding();
    if (isRecordedBeside(getState())) await dispatch(endRecording());
    return certificate;
  },
  'inPlace',
);

/** The screen is in sight until what it returns is called; the programme is closed then, unless this page sends it. */
export function followBroadcast() {
  return (dispatch: Dispatch, getState: () => unknown): (() => void) => {
    void dispatch(readBroadcast());
    void dispatch(readFreeSpace());
    void dispatch(readScenes());
    const timer = setInterval(() => {
      if (isSendingHere()) void readEncoder().then((report) => dispatch(encoderMeasured(report)));
    }, MEASURE_EVERY_MS);
    return () => {
      clearInterval(timer);
      if (isSendingHere()) return;
      closeProgramme();
      (getState() as BroadcastRoot).broadcast.sources.forEach(({ id }) => dispatch(removeSource(id)));
    };
  };
}
