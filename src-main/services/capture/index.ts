import type {
  captureContract,
  CaptureDeviceState,
  CaptureState,
} from '../../../src-shared/contract/capture.ts';
import type {
  CaptureChannel,
  CaptureSetUp,
  PluginSlot,
  RecordingOptions,
} from '../../../src-shared/contract/captureSetUp.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { CAPTURE_START_FAILED } from '../../../src-shared/domain/captureSetUp.ts';
import {
  assertEnabled,
  checkedSetUp,
  createCaptureHandlers,
  describeDevice,
  requireChannel,
  withChannel,
} from '../../../src-shared/handlers/capture.ts';
import type { EventHub, Handlers } from '../../../src-shared/rpc/index.ts';
import type { CaptureEngine } from '../engine/index.ts';
import type { Clock } from '../ports.ts';
import { toCaptureOptions } from './addonOptions.ts';
import { joinStates, splitStates, type PluginStates } from './pluginStates.ts';
import type { SetUpStore } from './setUpStore.ts';

export { toTakeOptions } from './addonOptions.ts';
export { createTemplates } from './templates.ts';
export { createFileSetUpStore, createPassingSetUpStore, type SetUpStore } from './setUpStore.ts';

export interface CaptureServiceOptions {
  engine: CaptureEngine;
  store: SetUpStore;
  clock: Clock;
  events: Pick<EventHub<typeof captureContract>, 'emit'>;
  /** Throws why a take of this set-up may not be recorded; one that runs goes on. */
  assertMayRecord?: (setUp: CaptureSetUp) => Promise<void>;
}

/** Whoever runs the plug-ins that the set-up names. */
export interface ChainFollower {
  /** A session with this set-up is about to start; resolves when its chains are ready. Never rejects. */
  prepare(setUp: CaptureSetUp): Promise<void>;
  /** The set-up is another one; these places have another state than before. */
  follow(setUp: CaptureSetUp, newStates: ReadonlySet<string>): void;
}

/** The part of the set-up that is chains of plug-ins. */
export interface ChainStore {
  readSetUp(): CaptureSetUp;
  /** Throws `CHANNEL_NOT_FOUND`. */
  readChannel(channelId: string): CaptureChannel;
  changePlugins(channelId: string, make: (plugins: PluginSlot[]) => PluginSlot[]): Promise<void>;
  readState(slotId: string): string | null;
  keepState(slotId: string, state: string): void;
  setChainFollower(follower: ChainFollower): void;
}

/** What a take can be recorded of. `record` begins it, in turn with changes of the channels. */
export interface CaptureChannels {
  /** Throws why the studio's may not be recorded as they are. `recordOwn` asks again. */
  assertMayRecordOwn(): Promise<void>;
  /** The studio's, which have to be heard already. Throws why they may not be recorded. */
  recordOwn(record: (how: RecordingOptions) => Promise<void>): Promise<void>;
  /** Others in their place, e.g. the sound of a screen: where the studio listens, that ends. */
  recordOther(setUp: CaptureSetUp, record: (how: RecordingOptions) => Promise<void>): Promise<void>;
  /** Of the others, as far as a take allows: see `capture.updateChannel`. */
  changeOther(setUp: CaptureSetUp): Promise<void>;
  /** The take of the others is over: their devices are closed. */
  leaveOther(): Promise<void>;
}

export interface CaptureService {
  handlers: Handlers<typeof captureContract>;
  chains: ChainStore;
  channels: CaptureChannels;
  readState: () => CaptureState;
  /** With the states of its plug-ins, as it is kept. */
  readWhole: () => CaptureSetUp;
  applySetUp: (next: CaptureSetUp) => Promise<CaptureState>;
  /** Writes what is not written yet; what runs is ended by the engine's own close. */
  close(): void;
}

/** The studio's channels: what is wanted (the set-up), and what runs. */
export function createCaptureService(options: CaptureServiceOptions): CaptureService {
  const { engine, store, clock, events } = options;
  let { setUp, states } = splitStates(store.read());
  let follower: ChainFollower | null = null;
  let hasGuest = false;
  let queue: Promise<unknown> = Promise.resolve();

  const readState = (): CaptureState => {
    const { session, lastFailure } = engine.state;
    return { setUp, session, lastFailure };
  };
  const announce = (): CaptureState => {
    const state = readState();
    events.emit('capture.onStateChanged', state);
    return state;
  };
  const announceDevice = (device: CaptureDeviceState) =>
    events.emit('capture.onDeviceChanged', {
      device,
      atMs: clock.nowMs(),
      message: describeDevice(device),
    });

  engine.listener = {
    onStateChanged: announce,
    onLevelsMeasured: (levels) => events.emit('capture.onLevelsMeasured', levels),
    onDeviceChanged: announceDevice,
    onOverloaded: (overload) => events.emit('capture.onOverloaded', overload),
  };

  /** Changes one after the other: each begins with what the one before has left. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  function adopt(next: CaptureSetUp): CaptureState {
    const given = splitStates(next);
    const newStates = [...given.states].filter(([id, state]) => states.get(id) !== state);
    setUp = given.setUp;
    states = statesOf(setUp, new Map([...states, ...given.states]));
    keep();
    follower?.follow(setUp, new Set(newStates.map(([id]) => id)));
    return announce();
  }

  const keep = () => store.write(joinStates(setUp, states));

  /** The set-up changes when the engine has taken the change, and not at all where it refuses. */
  function change(make: (now: CaptureSetUp) => CaptureSetUp, isModeAsked = false): Promise<CaptureState> {
    return inTurn(async () => {
      const next = checkedSetUp(make(setUp));
      // What runs is the guest's; the studio has its own when it starts again.
      if (!hasGuest) await engine.change(toCaptureOptions(next), isModeAsked);
      return adopt(next);
    });
  }

  const applySetUp = (next: CaptureSetUp) => change(() => next);

  const start = (given: CaptureSetUp | null) =>
    inTurn(async () => {
      const next = given ?? setUp;
      await follower?.prepare(joinStates(next, states));
      await engine.start(toCaptureOptions(next)).catch(rethrowWithText);
      for (const device of engine.state.session?.devices ?? []) {
        if (device.status !== 'open') announceDevice(device);
      }
      return adopt(next);
    });

  const assertMayRecordOwn = async () => {
    assertEnabled(setUp);
    if (!engine.state.session)
      throw new RpcError('CAPTURE_NOT_RUNNING', 'Multi-channel capture does not run. Start it first.');
    await options.assertMayRecord?.(setUp);
  };

  const channels: CaptureChannels = {
    assertMayRecordOwn: () => inTurn(assertMayRecordOwn),
    recordOwn: (record) =>
      inTurn(async () => {
        await assertMayRecordOwn();
        await record(setUp.recording);
      }),
    recordOther: (other, record) =>
      inTurn(async () => {
        assertEnabled(other);
        await engine.stop();
        await engine.start(toCaptureOptions(checkedSetUp(other))).catch(rethrowWithText);
        hasGuest = true;
        await record(other.recording).catch(async (error: unknown) => {
          hasGuest = false;
          await engine.stop();
          throw error;
        });
      }),
    changeOther: (other) =>
      inTurn(async () => {
        if (!hasGuest) throw new RpcError('TAKE_NOT_RUNNING', 'No take is being recorded.');
        await engine.change(toCaptureOptions(checkedSetUp(other)));
      }),
    leaveOther: () =>
      inTurn(async () => {
        if (!hasGuest) return;
        hasGuest = false;
        await engine.stop();
      }),
  };

  const chains: ChainStore = {
    readSetUp: () => setUp,
    readChannel: (channelId) => requireChannel(setUp.channels, channelId),
    async changePlugins(channelId, make) {
      await change((now) => ({
        ...now,
        channels: withChannel(now.channels, channelId, (channel) => ({
          ...channel,
          plugins: make(channel.plugins),
        })),
      }));
    },
    readState: (slotId) => states.get(slotId) ?? null,
    keepState(slotId, state) {
      states.set(slotId, state);
      keep();
    },
    setChainFollower: (next) => (follower = next),
  };

  return {
    chains,
    channels,
    readState,
    readWhole: () => joinStates(setUp, states),
    applySetUp,
    handlers: createCaptureHandlers({
      ...{ readState, change, start },
      stop: () => inTurn(() => engine.stop().then(readState)),
    }),
    close: () => store.flush(),
  };
}

/** Of places that are gone nothing is kept. */
function statesOf({ channels }: CaptureSetUp, states: PluginStates): PluginStates {
  const ids = new Set(channels.flatMap(({ plugins }) => plugins.map(({ id }) => id)));
  return new Map([...states].filter(([id]) => ids.has(id)));
}

/** A failure that says nothing to a user gets the document's words. */
function rethrowWithText(error: unknown): never {
  if (error instanceof RpcError && error.code !== 'INTERNAL' && error.message !== '') throw error;
  const known = error instanceof RpcError ? error : null;
  throw new RpcError(known?.code ?? 'INTERNAL', CAPTURE_START_FAILED, {
    ...(known?.details ? { details: known.details } : {}),
    cause: error,
  });
}
