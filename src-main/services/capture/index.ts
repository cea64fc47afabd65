import type {
  captureContract,
  CaptureDeviceState,
  CaptureState,
} from '../../../src-shared/contract/capture.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import {
  CAPTURE_START_FAILED,
  type CaptureChannel,
  type CaptureSetUp,
  type PluginSlot,
  type RecordingOptions,
} from '../../../src-shared/domain/captureSetUp.ts';
import {
  assertEnabled,
  checkedSetUp,
  createCaptureHandlers,
  describeDevice,
  type ChangeOfSetUp,
  requireChannel,
  withChannel,
} from '../../../src-shared/handlers/capture.ts';
import type { DefaultEngine } from '../../../src-shared/domain/denoise.ts';
import type { EventHub, Handlers } from '../../../src-shared/rpc/index.ts';
import type { CaptureEngine } from '../engine/index.ts';
import type { Clock } from '../ports.ts';
import { toCaptureOptions } from './addonOptions.ts';
import { joinStates, splitStates, type PluginStates } from './pluginStates.ts';
import type { SetUpStore } from './setUpStore.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';

export { toTakeOptions } from './addonOptions.ts';
export { createTemplates } from './templates.ts';
export { createFileSetUpStore, createPassingSetUpStore, type SetUpStore } from './setUpStore.ts';

export interface CaptureServiceOptions {
  engine: CaptureEngine;
  store: SetUpStore;
  clock: Clock;
  events: Pick<EventHub<typeof captureContract>, 'emit'>;
  /** Asks the system for its leave to hear; throws where it gives none. */
  assertMayListen?: () => Promise<void>;
  /** The noise model of a new channel that names none; not given: RNNoise. */
  defaultEngine?: () => Promise<DefaultEngine>;
  /** Throws why a take of this set-up may not be recorded; one that runs continues. */
  assertMayRecord?: (setUp: CaptureSetUp) => Promise<void>;
  /** Makes what this set-up plays into, where it is ours to make. Nothing is thrown: a missing device is said as any other. */
  prepareOutputs?: (setUp: CaptureSetUp) => Promise<void>;
}

/** Anyone who runs the plug-ins that the set-up names. */
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

/** The studio's channels: what is wanted (the set-up), and what runs. */
export class CaptureService {
  readonly handlers: Handlers<typeof captureContract>;
  readonly chains: ChainStore;
  readonly channels: CaptureChannels;
  readonly #options: CaptureServiceOptions;
  /** Changes: each begins with what the one before has left. */
  readonly #inTurn = createTurns();
  #setUp: CaptureSetUp;
  #states: PluginStates;
  #follower: ChainFollower | null = null;
  /** What runs is another set-up than the studio's. */
  #hasGuest = false;

  constructor(options: CaptureServiceOptions) {
    this.#options = options;
    ({ setUp: this.#setUp, states: this.#states } = splitStates(options.store.read()));
    this.chains = this.#openChains();
    this.channels = this.#openChannels();
    this.handlers = createCaptureHandlers({
      readState: () => this.#state,
      change: (make, isModeAsked) => this.#change(make, isModeAsked),
      start: (given) => this.start(given),
      stop: () => this.stop(),
      defaultEngine: options.defaultEngine,
    });
    options.engine.listener = {
      onStateChanged: () => this.#announce(),
      onLevelsMeasured: (levels) => options.events.emit('capture.onLevelsMeasured', levels),
      onDeviceChanged: (device) => this.#announceDevice(device),
      onOverloaded: (overload) => options.events.emit('capture.onOverloaded', overload),
    };
  }

  /** With the states of its plug-ins, as it is kept. */
  readWhole(): CaptureSetUp {
    return joinStates(this.#setUp, this.#states);
  }

  applySetUp(next: CaptureSetUp): Promise<CaptureState> {
    return this.#change(() => next);
  }

  /** Writes what is not written yet; what runs is ended by the engine's own close. */
  close(): void {
    this.#options.store.flush();
  }

  get #state(): CaptureState {
    const { session, lastFailure } = this.#options.engine.state;
    return { setUp: this.#setUp, session, lastFailure };
  }

  #announce(): CaptureState {
    const state = this.#state;
    this.#options.events.emit('capture.onStateChanged', state);
    return state;
  }

  #announceDevice(device: CaptureDeviceState): void {
    const { clock, events } = this.#options;
    const message = describeDevice(device);
    events.emit('capture.onDeviceChanged', { device, atMs: clock.nowMs(), message });
  }

  #adopt(next: CaptureSetUp): CaptureState {
    const given = splitStates(next);
    const newStates = [...given.states].filter(([id, state]) => this.#states.get(id) !== state);
    this.#setUp = given.setUp;
    this.#states = statesOf(given.setUp, new Map([...this.#states, ...given.states]));
    this.#keep();
    this.#follower?.follow(this.#setUp, new Set(newStates.map(([id]) => id)));
    return this.#announce();
  }

  #keep(): void {
    this.#options.store.write(this.readWhole());
  }

  /** The set-up changes when the engine has taken the change, and not at all where it refuses. */
  #change(make: ChangeOfSetUp, isModeAsked = false): Promise<CaptureState> {
    return this.#inTurn(async () => {
      const next = checkedSetUp(await make(this.#setUp));
      // What runs is the guest's; the studio has its own when it starts again.
      if (!this.#hasGuest) await this.#options.engine.change(toCaptureOptions(next), isModeAsked);
      return this.#adopt(next);
    });
  }

  /** Listens with this set-up, or the one that is there (null). Throws why that is not possible. */
  start(given: CaptureSetUp | null): Promise<CaptureState> {
    const { engine } = this.#options;
    return this.#inTurn(async () => {
      const next = await this.#withinPlan(given ?? this.#setUp);
      await this.#options.assertMayListen?.();
      await this.#follower?.prepare(joinStates(next, this.#states));
      await this.#options.prepareOutputs?.(next);
      await engine.start(toCaptureOptions(next)).catch(rethrowWithText);
      for (const device of engine.state.session?.devices ?? []) {
        if (device.status !== 'open') this.#announceDevice(device);
      }
      return this.#adopt(next);
    });
  }

  /** Auto is what nobody had to choose: where the plan has it no more, RNNoise takes its place, and recording is not refused. */
  async #withinPlan(setUp: CaptureSetUp): Promise<CaptureSetUp> {
    const { defaultEngine } = this.#options;
    const isAuto = ({ denoise }: CaptureChannel) => denoise.engine === 'auto';
    if (!defaultEngine || !setUp.channels.some(isAuto) || (await defaultEngine()) === 'auto') return setUp;
    const engine = 'rnnoise' as const;
    const channels = setUp.channels.map((channel) =>
      isAuto(channel) ? { ...channel, denoise: { ...channel.denoise, engine } } : channel,
    );
    return { ...setUp, channels };
  }

  /** Listens no more. */
  stop(): Promise<CaptureState> {
    return this.#inTurn(() => this.#options.engine.stop().then(() => this.#state));
  }

  async #assertMayRecordOwn(): Promise<void> {
    const { assertMayRecord, engine } = this.#options;
    assertEnabled(this.#setUp);
    if (!engine.state.session) throw failWith('CAPTURE_NOT_RUNNING', 'captureNotRunning');
    await assertMayRecord?.(this.#setUp);
  }

  #openChannels(): CaptureChannels {
    const { engine } = this.#options;
    return {
      assertMayRecordOwn: () => this.#inTurn(() => this.#assertMayRecordOwn()),
      recordOwn: (record) =>
        this.#inTurn(async () => {
          await this.#assertMayRecordOwn();
          await record(this.#setUp.recording);
        }),
      recordOther: (other, record) =>
        this.#inTurn(async () => {
          assertEnabled(other);
          await this.#options.assertMayListen?.();
          await engine.stop();
          await engine.start(toCaptureOptions(checkedSetUp(other))).catch(rethrowWithText);
          this.#hasGuest = true;
          await record(other.recording).catch(async (error: unknown) => {
            this.#hasGuest = false;
            await engine.stop();
            throw error;
          });
        }),
      changeOther: (other) =>
        this.#inTurn(async () => {
          if (!this.#hasGuest) throw failWith('TAKE_NOT_RUNNING', 'takeNotRunning');
          await engine.change(toCaptureOptions(checkedSetUp(other)));
        }),
      leaveOther: () =>
        this.#inTurn(async () => {
          if (!this.#hasGuest) return;
          this.#hasGuest = false;
          await engine.stop();
        }),
    };
  }

  #openChains(): ChainStore {
    return {
      readSetUp: () => this.#setUp,
      readChannel: (channelId) => requireChannel(this.#setUp.channels, channelId),
      changePlugins: async (channelId, make) => {
        await this.#change((now) => ({
          ...now,
          channels: withChannel(now.channels, channelId, (channel) => ({
            ...channel,
            plugins: make(channel.plugins),
          })),
        }));
      },
      readState: (slotId) => this.#states.get(slotId) ?? null,
      keepState: (slotId, state) => {
        this.#states.set(slotId, state);
        this.#keep();
      },
      setChainFollower: (next) => (this.#follower = next),
    };
  }
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
