import { z } from 'zod';
import { RpcError, type ErrorCode } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { ParameterValue, PluginChain as ChainView } from '../../../../src-shared/contract/plugins.ts';
import type { PluginParameter } from '../../../../src-shared/domain/plugins.ts';
import type { ChainReport, ChainSlot, ChainSpec, PluginEvent, WantedValue } from '../pluginContract.ts';
import type { InsertAddon } from './insertAddon.ts';
import { ChainEvents } from './chainEvents.ts';
import { ChainProcess, type ChainPlace, type Death } from './pluginProcess.ts';
import type { PluginSandbox, SandboxEvent } from './pluginSandbox.ts';
import { readPresetFile, writePresetFile } from './presetFile.ts';
import { PluginSlot } from './pluginSlot.ts';
import { MAX_SIDE_SOURCES, SideSources } from './sideSources.ts';
import { createTurns } from '../../../../src-shared/lib/turns.ts';

export interface ChainOptions {
  spec: ChainSpec;
  hostPath: string;
  env: NodeJS.ProcessEnv;
  addon: InsertAddon;
  /** Puts the insert into the channel of the session that runs, if one does; null takes it out. */
  attach(place: ChainPlace): void;
  notify(event: PluginEvent): void;
  nowMs: () => number;
  warn(line: string): void;
}

const latencySchema = z.object({ latencyFrames: z.int().nonnegative() });

/**
 * The plug-ins of one channel in a process of their own. When that dies or hangs, the channel is dry within one
 * buffer, which the insert sees to; here it is marked, and put back once on its own.
 */
export class PluginChain {
  readonly #options: ChainOptions;
  readonly #events: ChainEvents;
  readonly #process: ChainProcess;
  readonly #sides = new SideSources();
  #slots: PluginSlot[];
  #status: ChainReport['status'] = 'opening';
  #mark: ChainView['mark'] = null;
  #hasRestarted = false;
  #latencyFrames = 0;
  #isClosed = false;
  /** Changes: none in the middle of a restart. */
  readonly #inTurn = createTurns();

  constructor(options: ChainOptions) {
    const { spec, hostPath, env, addon } = options;
    this.#options = options;
    this.#slots = spec.slots.map((slot) => new PluginSlot(slot));
    this.#events = new ChainEvents(spec.channelId, (event) => options.notify(event));
    this.#process = new ChainProcess({
      spec,
      hostPath,
      env,
      addon,
      warn: (line) => options.warn(line),
      isExpected: () => this.#status === 'running' && this.#slots.some(({ running }) => running),
      onEvent: (event) => this.#onEvent(event),
      onDied: (death) => this.#onDied(death),
    });
  }

  report(): ChainReport {
    return {
      channelId: this.#options.spec.channelId,
      status: this.#status,
      mark: this.#mark,
      latencyFrames: this.#latencyFrames,
      missedBlocks: this.#process.missedBlocks,
      slots: this.#slots.map((slot) => slot.report()),
    };
  }

  /** What is there now: a new session takes it over. */
  get place(): ChainPlace {
    return { insertId: this.#process.insertId, sides: this.#sides.places };
  }

  open(): Promise<ChainReport> {
    return this.#inTurn(() => this.#bringUp());
  }

  /** Begins again after it was marked. */
  restart(): Promise<ChainReport> {
    return this.#inTurn(async () => {
      await this.#takeDown();
      this.#hasRestarted = false;
      for (const slot of this.#slots) slot.problem = null;
      return await this.#bringUp();
    });
  }

  load(wanted: ChainSlot, position: number): Promise<ChainReport> {
    return this.#inTurn(async () => {
      const slot = new PluginSlot(wanted);
      const at = Math.min(position, this.#slots.length);
      if (!this.#process.sandbox) await this.#bringUp([slot]);
      else if (!this.#process.mayLoad(wanted.path)) await this.#replaceProcess(slot);
      const sandbox = this.#require();
      this.#status = 'opening';
      try {
        await slot.load(sandbox, this.#placeAmongLoaded(at));
      } catch (error) {
        // One that dies at its loading is not taken in; the others continue as they were.
        if (this.#process.sandbox === sandbox) this.#status = 'running';
        else await this.#bringUp();
        throw error;
      }
      this.#status = 'running';
      this.#slots.splice(at, 0, slot);
      await this.#refreshState(slot).catch((error: unknown) => this.#options.warn(String(error)));
      return await this.#settled();
    });
  }

  unload(slotId: string): Promise<ChainReport> {
    return this.#inTurn(async () => {
      const slot = this.#slot(slotId);
      if (slot.running) await this.#process.sandbox?.call('unload', { instanceId: slotId });
      this.#events.forget(slotId);
      this.#slots = this.#slots.filter((other) => other !== slot);
      this.#forgetUnusedSides();
      return await this.#settled();
    });
  }

  move(slotId: string, position: number): Promise<ChainReport> {
    return this.#inTurn(async () => {
      const slot = this.#slot(slotId);
      const others = this.#slots.filter((other) => other !== slot);
      const next = others.toSpliced(Math.min(position, others.length), 0, slot);
      const place = next.slice(0, next.indexOf(slot)).filter(({ running }) => running).length;
      if (slot.running) await this.#process.sandbox?.call('move', { instanceId: slotId, position: place });
      this.#slots = next;
      return await this.#settled();
    });
  }

  setBypassed(slotId: string, isBypassed: boolean): Promise<ChainReport> {
    return this.#inTurn(async () => {
      const slot = this.#slot(slotId);
      if (slot.running) await this.#process.sandbox?.call('bypass', { instanceId: slotId, isBypassed });
      slot.wanted.isBypassed = isBypassed;
      return await this.#settled();
    });
  }

  /** Another channel for its side-chain to hear; null: none. */
  setSideChain(slotId: string, sourceId: string | null): Promise<ChainReport> {
    return this.#inTurn(async () => {
      const slot = this.#slot(slotId);
      if (sourceId !== null && slot.running && !slot.hasSideChain) {
        throw failWith('BAD_OPTION', 'noSideChain', { values: { name: slot.wanted.name } });
      }
      const number = sourceId === null ? null : this.#sides.take(sourceId);
      if (sourceId !== null && number === null) {
        throw failWith('BAD_OPTION', 'sideChainsFull', { values: { count: MAX_SIDE_SOURCES } });
      }
      const { sandbox } = this.#process;
      if (sandbox && slot.running) {
        // The sound first, then who hears it; what nobody hears any more last.
        this.#options.attach(this.place);
        await slot.setSide(sandbox, number);
      }
      slot.wanted.sideChain = sourceId;
      this.#forgetUnusedSides();
      return await this.#settled();
    });
  }

  readParameters(slotId: string): Promise<PluginParameter[]> {
    return this.#onLoaded(slotId, (slot, sandbox) => slot.readParameters(sandbox));
  }

  setParameter(slotId: string, parameter: number | string, value: WantedValue): Promise<ParameterValue> {
    return this.#onLoaded(slotId, async (slot, sandbox) => {
      const changed = await slot.setParameter(sandbox, parameter, value);
      this.#askForStateLater(slot);
      return changed;
    });
  }

  readState(slotId: string): Promise<string> {
    return this.#onLoaded(slotId, (slot) => this.#refreshState(slot));
  }

  writeState(slotId: string, state: string): Promise<PluginParameter[]> {
    return this.#replaceState(slotId, 'setState', () => ({ state }));
  }

  readPreset(slotId: string, path: string): Promise<PluginParameter[]> {
    return this.#replaceState(slotId, 'readPreset', () => readPresetFile(path));
  }

  writePreset(slotId: string, path: string): Promise<void> {
    return this.#onLoaded(slotId, async (slot) => {
      writePresetFile(path, await this.#refreshState(slot));
    });
  }

  openEditor(slotId: string): Promise<ChainReport> {
    return this.#setEditor(slotId, 'openEditor', true);
  }

  closeEditor(slotId: string): Promise<ChainReport> {
    return this.#setEditor(slotId, 'closeEditor', false);
  }

  /** Its process has gone when it resolves; what it kept of itself has been reported. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      this.#isClosed = true;
      for (const slot of this.#slots) {
        if (slot.running && slot.turned.size > 0) await this.#refreshState(slot).catch(this.#warnOfState);
      }
      this.#events.end();
      await this.#takeDown();
    });
  }

  /** At once and without a word: the engine process itself is ending. */
  kill(): void {
    this.#isClosed = true;
    this.#process.kill();
  }

  /**
   * A process sees the plug-ins that it was started for and no other. The one before continues with the sound until the
   * new one has all that it had; windows that were open are opened again.
   */
  async #replaceProcess(coming: PluginSlot): Promise<void> {
    const open = this.#slots.filter(({ running }) => running?.isEditorOpen);
    for (const slot of this.#slots) if (slot.running) await this.#refreshState(slot);
    await this.#bringUp([coming]);
    for (const slot of open) {
      if (!slot.running) continue;
      await this.#process.sandbox
        ?.call('openEditor', { instanceId: slot.id, title: slot.wanted.name })
        .then(() => slot.running && (slot.running.isEditorOpen = true))
        .catch((error: unknown) => this.#options.warn(`a window was not opened again: ${String(error)}`));
    }
  }

  /** `coming` may be loaded into it next. */
  async #bringUp(coming: readonly PluginSlot[] = []): Promise<ChainReport> {
    if (this.#isClosed) throw failWith('PLUGIN_NOT_LOADED', 'chainClosed');
    this.#setStatus('opening');
    // Each one that ends the process at its loading costs a process, and is left out of the next.
    for (let attempt = 0; attempt <= this.#slots.length; attempt += 1) {
      const bundles = [...this.#slots, ...coming].flatMap(({ wanted }) => wanted.path ?? []);
      if (await this.#loadAll(this.#process.spawn([...new Set(bundles)]))) {
        this.#options.attach(this.place);
        await this.#process.endRetired();
        this.#mark = null;
        this.#setStatus('running', false);
        for (const slot of this.#slots) if (slot.turned.size > 0) this.#askForStateLater(slot);
        return await this.#settled();
      }
    }
    throw failWith('PLUGIN_FAILED', 'pluginsNotStarted');
  }

  /** false where the process has died of one of them, which is marked then. */
  async #loadAll(sandbox: PluginSandbox): Promise<boolean> {
    let place = 0;
    this.#sides.keepOnly(this.#slots.map(({ wanted }) => wanted.sideChain));
    for (const slot of this.#slots) {
      slot.running = null;
      if (slot.problem?.code === 'PLUGIN_CRASHED' || slot.problem?.code === 'PLUGIN_TIMED_OUT') continue;
      try {
        await slot.load(sandbox, place);
        place += 1;
        const { sideChain } = slot.wanted;
        if (sideChain !== null && slot.hasSideChain) await slot.setSide(sandbox, this.#sides.take(sideChain));
      } catch (error) {
        if (!(error instanceof RpcError) || error.code === 'PLUGIN_HOST_UNAVAILABLE') throw error;
        slot.problem = { code: error.code, message: error.message };
        if (this.#process.sandbox !== sandbox) return false;
      }
    }
    return true;
  }

  #onDied({ code, reason, instanceId }: Death): void {
    // Anyone who is loading continues from here.
    if (this.#status !== 'running') return;
    const loaded = this.#slots.filter(({ running }) => running);
    const culprit = instanceId ?? (loaded.length === 1 ? (loaded[0]?.id ?? null) : null);
    const isRestarting = !this.#hasRestarted && !this.#isClosed && code !== 'PLUGIN_HOST_UNAVAILABLE';
    for (const slot of this.#slots) slot.running = null;
    const name = this.#slots.find(({ id }) => id === culprit)?.wanted.name;
    const who = name === undefined ? 'A plug-in of this channel' : `"${name}"`;
    const consequence = isRestarting
      ? 'It is restarting; the channel continues without it meanwhile.'
      : 'The channel continues without it. Restart it, or remove it from the chain.';
    const message = `${who} has failed: ${reason} ${consequence}`;
    this.#mark = { code, message, atMs: this.#options.nowMs(), isRestarting };
    this.#setStatus('marked');
    this.#events.marked({ slotId: culprit, code, message, isRestarting });
    this.#hasRestarted = true;
    void this.#inTurn(async () => {
      if (isRestarting && !this.#isClosed && !this.#process.sandbox) await this.#bringUp();
    }).catch((error: unknown) => {
      this.#options.warn(`the chain could not be started again: ${String(error)}`);
      if (this.#mark) this.#mark = { ...this.#mark, isRestarting: false };
      this.#setStatus('marked');
    });
  }

  #onEvent(event: SandboxEvent): void {
    if (event.event === 'latencyChanged') {
      this.#latencyFrames = event.latencyFrames;
      return this.#announce();
    }
    const slot = this.#slots.find(({ id }) => id === event.instanceId);
    if (!slot) return;
    switch (event.event) {
      case 'parametersChanged':
        slot.forgetParameters();
        this.#askForStateLater(slot);
        return this.#events.listChanged(slot.id);
      case 'parameterEdited': {
        const { parameter: id, value, display } = event;
        this.#events.edited(slot.id, { id, value, display });
        slot.turned.set(id, value);
        return this.#askForStateLater(slot);
      }
      case 'editorClosed':
        if (slot.running) slot.running.isEditorOpen = false;
        this.#askForStateLater(slot);
        return this.#announce();
      case 'outputInvalid':
        return this.#markSlot(
          slot,
          'PLUGIN_BAD_SAMPLES',
          `"${slot.wanted.name}" gives out what is no sound. It is silenced; bypass it or take it out of the chain.`,
        );
      case 'reloadFailed':
        return this.#markSlot(slot, 'PLUGIN_FAILED', `"${slot.wanted.name}" has failed: ${event.message}`);
    }
  }

  /** Reported once: it may continue for as long as it is there. */
  #markSlot(slot: PluginSlot, code: ErrorCode, message: string): void {
    if (slot.problem?.code === code) return;
    slot.problem = { code, message };
    this.#events.marked({ slotId: slot.id, code, message, isRestarting: false });
    this.#announce();
  }

  #replaceState(slotId: string, call: string, readInput: () => object): Promise<PluginParameter[]> {
    return this.#onLoaded(slotId, async (slot, sandbox) => {
      await sandbox.call(call, { instanceId: slotId, ...readInput() });
      slot.turned.clear();
      await this.#refreshState(slot);
      return await slot.readParameters(sandbox);
    });
  }

  #setEditor(slotId: string, call: string, isOpen: boolean): Promise<ChainReport> {
    return this.#onLoaded(slotId, async (slot, sandbox) => {
      await sandbox.call(call, { instanceId: slotId, title: slot.wanted.name });
      if (slot.running) slot.running.isEditorOpen = isOpen;
      this.#announce();
      return this.report();
    });
  }

  #askForStateLater(slot: PluginSlot): void {
    this.#events.askLater(
      slot.id,
      () =>
        void this.#inTurn(async () => {
          if (slot.running) await this.#refreshState(slot);
        }).catch(this.#warnOfState),
    );
  }

  /** What was turned last may be lost; the sound is as it was. */
  readonly #warnOfState = (error: unknown): void => {
    this.#options.warn(`the state was not reported: ${String(error)}`);
  };

  async #refreshState(slot: PluginSlot): Promise<string> {
    const before = slot.state;
    const state = await slot.readState(this.#require());
    if (state !== before) this.#events.state(slot.id, state);
    return state;
  }

  /** Sounds that no side-chain hears any more are not sent to the process. */
  #forgetUnusedSides(): void {
    this.#sides.keepOnly(this.#slots.map(({ wanted }) => wanted.sideChain));
    if (this.place.insertId !== null && this.#status === 'running') this.#options.attach(this.place);
  }

  /** After a change of the chain: its delay is another one. */
  async #settled(): Promise<ChainReport> {
    try {
      const parsed = latencySchema.safeParse(await this.#process.sandbox?.call('latency'));
      if (parsed.success) this.#latencyFrames = parsed.data.latencyFrames;
    } catch (error) {
      // The change itself was made; a process that has died meanwhile is reported by its mark.
      this.#options.warn(`the delay was not reported: ${String(error)}`);
    }
    this.#announce();
    return this.report();
  }

  #placeAmongLoaded(position: number): number {
    return this.#slots.slice(0, position).filter(({ running }) => running).length;
  }

  #slot(slotId: string): PluginSlot {
    const slot = this.#slots.find(({ id }) => id === slotId);
    if (slot) return slot;
    throw failWith('PLUGIN_NOT_LOADED', 'pluginNotInChain');
  }

  #require(): PluginSandbox {
    const { sandbox } = this.#process;
    if (sandbox) return sandbox;
    throw new RpcError('PLUGIN_CRASHED', this.#mark?.message ?? 'The plug-ins of this channel do not run.', {
      retryable: true,
    });
  }

  #onLoaded<T>(slotId: string, work: (slot: PluginSlot, sandbox: PluginSandbox) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const slot = this.#slot(slotId);
      const sandbox = this.#require();
      if (!slot.running) {
        const { code, message } = slot.problem ?? { code: 'PLUGIN_NOT_LOADED', message: 'It does not run.' };
        throw new RpcError(code, message);
      }
      return await work(slot, sandbox);
    });
  }

  #setStatus(status: ChainReport['status'], isAnnounced = true): void {
    this.#status = status;
    if (isAnnounced) this.#announce();
  }

  #announce(): void {
    if (!this.#isClosed) this.#events.chain(this.report());
  }

  async #takeDown(): Promise<void> {
    this.#process.retire();
    this.#options.attach(this.place);
    await this.#process.endRetired();
  }
}
