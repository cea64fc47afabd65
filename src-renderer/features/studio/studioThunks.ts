import type { Notice } from '../../lib/effects.ts';
import { failed, startFailed } from './failed.ts';
import type { CaptureState, captureContract } from '../../../src-shared/contract/capture.ts';
import type { CaptureChannel } from '../../../src-shared/domain/captureSetUp.ts';
import type { InputOf } from '../../../src-shared/contract/define.ts';
import { unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { ExportedSound } from '../../../src-shared/contract/takeExport.ts';
import type { TakeLabels, TakeMarker, takesContract } from '../../../src-shared/contract/takes.ts';
import type { ExportedVideo } from '../../../src-shared/contract/takeVideo.ts';
import { groupParts } from '../../../src-shared/domain/videoParts.ts';
import { liveSource, type RecordingRequest } from '../../media/recorder/index.ts';
import { createClientThunk, type ClientThunkContext, type ThunkExtra } from '../../platform/index.ts';
import {
  beginRecording,
  endRecording,
  holdRecording,
  onRecordingChanged,
  selectRecording,
  type RecordingRoot,
} from '../recording/index.ts';
import { selectSettings, type SettingsRoot } from '../workspace/index.ts';
import { enabledOf, requestOf } from './video/encodings.ts';
import { tracksForgotten } from './video/videoEvents.ts';
import type { StudioVideoRoot } from './video/videoState.ts';
import { selectVideoSetUp } from './video/videoSlice.ts';
import { captureReported, workProgressed } from './studioActions.ts';
import type { Dispatch } from '../../lib/store.ts';

type Capture = typeof captureContract;
type Takes = typeof takesContract;

export type ChannelChange = InputOf<Capture['capture.updateChannel']>;
export type OptionChanges = InputOf<Capture['capture.updateOptions']>;

/** A change of the list of channels. */
export type SetUpChange =
  | { kind: 'add'; input: InputOf<Capture['capture.addChannel']> }
  | { kind: 'remove'; input: InputOf<Capture['capture.removeChannel']> }
  | { kind: 'reorder'; input: InputOf<Capture['capture.reorderChannels']> }
  | { kind: 'apply'; input: InputOf<Capture['capture.applySetUp']> };

export type TakeWork =
  | { kind: 'verify'; id: string }
  | { kind: 'repair'; id: string }
  | { kind: 'prepare'; id: string }
  | { kind: 'cleanVoices'; id: string; denoise: InputOf<Takes['takes.cleanVoices']>['denoise'] }
  | { kind: 'extract'; id: string; parts: Omit<InputOf<Takes['takes.extract']>, 'id'>[] }
  | { kind: 'export'; id: string; request: ExportRequest };

export type ExportRequest =
  | { kind: 'sound'; input: Omit<InputOf<Takes['takes.export']>, 'id'> }
  | { kind: 'video'; input: Omit<InputOf<Takes['takes.exportVideo']>, 'id'> };

export interface ExportedFiles {
  folder: string;
  files: (ExportedSound | ExportedVideo)[];
}

export const readCapture = createClientThunk(
  'studio/readCapture',
  async (_: void, { client }) => unwrap(await client.call('capture.readState')),
  'inPlace',
);

/** Shown at once, and taken back where the host refuses. */
export const changeChannel = createClientThunk(
  'studio/changeChannel',
  async (change: ChannelChange, { client }) => unwrap(await client.call('capture.updateChannel', change)),
  failed('channel'),
);

/** Opens its device again, where that was lost: a change that changes nothing. */
export const hearAgain = ({ id: channelId, source }: CaptureChannel) =>
  changeChannel({ channelId, changes: { source } });

export const changeSetUp = createClientThunk(
  'studio/changeSetUp',
  async (change: SetUpChange, { client }) => {
    switch (change.kind) {
      case 'add':
        return unwrap(await client.call('capture.addChannel', change.input));
      case 'remove':
        return unwrap(await client.call('capture.removeChannel', change.input));
      case 'reorder':
        return unwrap(await client.call('capture.reorderChannels', change.input));
      case 'apply':
        return unwrap(await client.call('capture.applySetUp', change.input));
    }
  },
  failed('channel'),
);

export const changeOptions = createClientThunk(
  'studio/changeOptions',
  async (changes: OptionChanges, { client }) => unwrap(await client.call('capture.updateOptions', changes)),
  failed('options'),
);

/**
 * Whether other apps hear the mix, by the virtual microphone. It is made for it, and removed where the live voice does not
 * go there too.
 */
export const sendMix = createClientThunk<CaptureState, boolean, SettingsRoot>(
  'studio/sendMix',
  async (isWanted, { client, getState }) => {
    const made = isWanted ? unwrap(await client.call('devices.startVirtualMicrophone')).microphone : null;
    const programDeviceId = made?.outputDeviceId ?? null;
    const state = unwrap(await client.call('capture.updateOptions', { programDeviceId }));
    if (!isWanted && !selectSettings(getState()).sendToApps)
      unwrap(await client.call('devices.stopVirtualMicrophone'));
    return state;
  },
  failed('options'),
);

/** Opens the devices, so that levels are there before anything is recorded. */
export const listen = createClientThunk(
  'studio/listen',
  (_: void, { client }) => openDevices(client),
  'inPlace',
);

async function openDevices(client: ThunkExtra['client']): Promise<CaptureState> {
  const answer = await client.call('capture.start', { setUp: null });
  // Another window was quicker, or this one a moment before: what was wanted is so.
  if (!answer.success && answer.error.code === 'CAPTURE_ALREADY_RUNNING')
    return unwrap(await client.call('capture.readState'));
  return unwrap(answer);
}

/** Whether a broadcast is live, whichever page feeds it; never where the host has none. */
async function isLive(client: ThunkExtra['client']): Promise<boolean> {
  const answer = await client.call('broadcast.read');
  return answer.success && answer.data.live !== null;
}

/** Whether captions are written of the channels, whichever page reads them. */
async function areCaptioned(client: ThunkExtra['client']): Promise<boolean> {
  const answer = await client.call('captions.read');
  return answer.success && answer.data.isOn;
}

/** Closes the devices again; a take that is being recorded, a broadcast and captions continue, with what they hear. */
export const stopListening = createClientThunk<CaptureState, void, RecordingRoot>(
  'studio/stopListening',
  async (_, { client, getState }) => {
    const { take, action } = selectRecording(getState());
    const isHeard =
      take !== null || action !== null || (await isLive(client)) || (await areCaptioned(client));
    return unwrap(await client.call(isHeard ? 'capture.readState' : 'capture.stop'));
  },
  failed('stopListening'),
);

export type TakeMove = 'startTake' | 'pauseTake' | 'resumeTake' | 'stopTake';

const moveFailed = (failure: RpcFailure, move: TakeMove): Notice => {
  const { code, message } = failure;
  // The document's sentence, alone.
  if (code === 'NO_ENABLED_CHANNEL') return { id: code, tone: 'warning', title: message };
  if (code === 'PLAN_LIMIT') return { ...failed('planLimit')(failure, undefined), id: code, tone: 'warning' };
  return move === 'startTake' ? startFailed(failure, move) : failed(move)(failure, undefined);
};

export const moveTake = createClientThunk<void, TakeMove, StudioVideoRoot>(
  'studio/moveTake',
  async (move, context) => {
    await MOVES[move](context);
  },
  moveFailed,
);

type StudioContext = ClientThunkContext<StudioVideoRoot>;

const MOVES: Record<TakeMove, (context: StudioContext) => Promise<unknown>> = {
  startTake: (context) => context.dispatch(beginRecording(() => prepareTake(context))).unwrap(),
  pauseTake: ({ dispatch }) => dispatch(holdRecording(true)).unwrap(),
  resumeTake: ({ dispatch }) => dispatch(holdRecording(false)).unwrap(),
  stopTake: ({ dispatch }) => dispatch(endRecording()).unwrap(),
};

/** With the sound of the enabled channels, their video, or both. */
async function prepareTake(context: StudioContext): Promise<RecordingRequest> {
  const { client, dispatch, getState } = context;
  const { session, setUp } = unwrap(await client.call('capture.readState'));
  const hasSound = setUp.channels.some(({ isEnabled }) => isEnabled);
  const videoChannels = enabledOf(getState);
  // Without a channel the call would be refused anyway: the devices need not be opened for that.
  if (!session && hasSound) await openDevices(client);
  dispatch(tracksForgotten());
  const isSilent = !hasSound && videoChannels.length > 0;
  return {
    name: null,
    sound: isSilent ? { of: 'screen', microphone: false, system: false } : { of: 'channels' },
    sources: videoChannels.map(({ id, kind, name }) => ({ id, kind, name })),
    requests: videoChannels.filter(({ id }) => liveSource(id)).map((channel) => requestOf(context, channel)),
  };
}

export const readTemplates = createClientThunk(
  'studio/readTemplates',
  async (_: void, { client }) => unwrap(await client.call('templates.list')),
  'inPlace',
);

/** `TEMPLATE_EXISTS` is asked about where the name is typed. */
export const saveTemplate = createClientThunk(
  'studio/saveTemplate',
  async (input: { name: string; isReplacing: boolean }, { client, getState }) => {
    const video = selectVideoSetUp(getState() as StudioVideoRoot);
    return unwrap(await client.call('templates.save', { ...input, video }));
  },
  'inPlace',
);

export const applyTemplate = createClientThunk(
  'studio/applyTemplate',
  async (id: string, { client }) => unwrap(await client.call('templates.apply', { id })),
  failed('applyTemplate'),
);

export const undoTemplate = createClientThunk(
  'studio/undoTemplate',
  async (_: void, { client }) => unwrap(await client.call('templates.undoApply')),
  failed('applyTemplate'),
);

export const deleteTemplate = createClientThunk(
  'studio/deleteTemplate',
  async (id: string, { client }) => unwrap(await client.call('templates.delete', { id })),
  failed('deleteTemplate'),
);

export const readLibrary = createClientThunk(
  'studio/readLibrary',
  async (_: void, { client }) => unwrap(await client.call('takes.list')),
  'inPlace',
);

export const readStorage = createClientThunk(
  'studio/readStorage',
  async (_: void, { client }) => unwrap(await client.call('takes.readStorage')),
  'inPlace',
);

/** Long work on a take; `abort()` of the dispatched promise ends it. */
export const workOnTake = createClientThunk(
  'studio/workOnTake',
  async (work: TakeWork, { client, signal }): Promise<ExportedFiles | null> => {
    const input = { id: work.id };
    switch (work.kind) {
      case 'verify':
        unwrap(await client.call('takes.verify', input, { signal }));
        return null;
      case 'repair':
        unwrap(await client.call('takes.repair', input, { signal }));
        unwrap(await client.call('takes.verify', input, { signal }));
        return null;
      case 'prepare':
        unwrap(await client.call('takes.prepareSound', input, { signal }));
        return null;
      case 'cleanVoices':
        unwrap(await client.call('takes.cleanVoices', { ...input, denoise: work.denoise }, { signal }));
        return null;
      case 'extract':
        for (const part of work.parts)
          unwrap(await client.call('takes.extract', { ...input, ...part }, { signal }));
        return null;
      case 'export':
        return work.request.kind === 'sound'
          ? unwrap(await client.call('takes.export', { ...input, ...work.request.input }, { signal }))
          : unwrap(await client.call('takes.exportVideo', { ...input, ...work.request.input }, { signal }));
    }
  },
  failed(({ kind }: TakeWork) => kind),
);

/** What a recording's video can be exported as; of a format that cannot be written, why. */
export const readVideoChoices = createClientThunk(
  'studio/readVideoChoices',
  async (id: string, { client }) => {
    const formats = unwrap(await client.call('takes.readVideoFormats'));
    const { document } = unwrap(await client.call('takes.read', { id }));
    const written = (document?.videoTracks ?? []).filter(({ framesWritten }) => framesWritten > 0);
    // A camera that was lost and came back is exported with all its parts.
    return { formats, videoTracks: groupParts(written).map(([first]) => first) };
  },
  'inPlace',
);

/** Where a recording or its exports lie; in the file manager, where the host has one. */
export const showTakeFolder = createClientThunk(
  'studio/showTakeFolder',
  async ({ isShown, ...input }: { id: string; what: 'take' | 'exports'; isShown: boolean }, { client }) => {
    if (!isShown) return unwrap(await client.call('takes.locate', input));
    unwrap(await client.call('takes.showInFolder', input));
    return null;
  },
  failed('showFolder'),
);

export const listFiles = createClientThunk(
  'studio/listFiles',
  async (id: string, { client }) => unwrap(await client.call('takes.listFiles', { id })),
  failed('download'),
);

/** A file of a recording as it is, where the host hands it to the page. */
export const downloadTrack = createClientThunk(
  'studio/downloadTrack',
  async (input: { id: string; trackId: string }, { client }) =>
    unwrap(await client.call('takes.download', input)),
  failed('download'),
);

export const renameTake = createClientThunk(
  'studio/renameTake',
  async (input: { id: string; name: string }, { client }) => unwrap(await client.call('takes.rename', input)),
  failed('rename'),
);

export const forgetCleanVoices = createClientThunk(
  'studio/forgetCleanVoices',
  async (id: string, { client }) => unwrap(await client.call('takes.forgetCleanVoices', { id })),
  failed('forgetCleanVoices'),
);

export const writeMarkers = createClientThunk(
  'studio/writeMarkers',
  async (input: { id: string; markers: TakeMarker[] }, { client }) =>
    unwrap(await client.call('takes.writeMarkers', input)),
  failed('markers'),
);

export const writeLabels = createClientThunk(
  'studio/writeLabels',
  async (input: { id: string; labels: TakeLabels }, { client }) =>
    unwrap(await client.call('takes.writeLabels', input)),
  failed('labels'),
);

export const deleteTake = createClientThunk(
  'studio/deleteTake',
  async (id: string, { client }) => unwrap(await client.call('takes.delete', { id })),
  failed('remove'),
);

/** Of several deleted takes of one id, `key` says which. */
export const restoreTake = createClientThunk(
  'studio/restoreTake',
  async (input: { id: string; key?: string }, { client }) =>
    unwrap(await client.call('takes.restore', input)),
  failed('restore'),
);

export const emptyBin = createClientThunk(
  'studio/emptyBin',
  async (_: void, { client }) => unwrap(await client.call('takes.emptyBin')),
  failed('emptyBin'),
);

/** A session's level changes 30 times a second; the library a few times a take. */
const LIBRARY_DELAY_MS = 150;

/** Follows the library of takes while it is in sight; what it returns ends that. */
export function followLibrary() {
  return (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // One take's end changes the library more than once.
    const readSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void dispatch(readLibrary());
        void dispatch(readStorage());
      }, LIBRARY_DELAY_MS);
    };
    const ends = [
      dispatch(onRecordingChanged(({ take }, { take: before }) => take?.id !== before?.id && readSoon())),
      client.subscribe('takes.onChanged', readSoon),
      client.subscribe('takes.onProgressed', (progress) => dispatch(workProgressed(progress))),
    ];
    void dispatch(readLibrary());
    void dispatch(readStorage());
    return () => {
      clearTimeout(timer);
      ends.forEach((end) => end());
    };
  };
}

/** The same with the channels and what is recorded of them. */
export function followStudio() {
  return (dispatch: Dispatch): (() => void) => {
    const ends = [dispatch(followChannels()), dispatch(followLibrary())];
    return () => ends.forEach((end) => end());
  };
}

/** Follows the channels alone. */
export function followChannels() {
  return (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): (() => void) => {
    const end = client.subscribe('capture.onStateChanged', (state) => dispatch(captureReported(state)));
    void dispatch(readCapture());
    return end;
  };
}
