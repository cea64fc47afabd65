import { RpcError, type ErrorCode } from '../../../../src-shared/contract/errors.ts';
import type {
  ParameterValue,
  PluginChain as ChainView,
  PluginParameter,
} from '../../../../src-shared/contract/plugins.ts';
import type { ChainReport, ChainSlot, ChainSpec, PluginNews, WantedValue } from '../pluginContract.ts';
import type { InsertAddon } from './insertAddon.ts';
import { PluginSandbox, type SandboxEvent } from './pluginSandbox.ts';
import { PluginSlot } from './pluginSlot.ts';
import { watchSandbox } from './pluginWatchdog.ts';

/** Knobs are turned in runs: what a plug-in keeps of itself is asked for when it has been left alone so long. */
const STATE_DELAY_MS = 500;
/** Changes of parameters leave together, so often. */
const NEWS_INTERVAL_MS = 33;

export interface ChainOptions {
  spec: ChainSpec;
  hostPath: string;
  env: NodeJS.ProcessEnv;
  addon: InsertAddon;
  /** Puts the insert into the channel of the session that runs, if one does; null takes it out. */
  attach(insertId: number | null): void;
  tell(news: PluginNews): void;
  nowMs: () => number;
  complain(line: string): void;
}

interface Alive {
  sandbox: PluginSandbox;
  insertId: number;
  stopWatching: () => void;
}

/**
 * The plug-ins of one channel in a process of their own. When that dies or hangs, the channel is dry within one
 * buffer, which the insert sees to; here it is marked, and put back once by itself.
 */
export class PluginChain {
  readonly #options: ChainOptions;
  #slots: PluginSlot[];
  #alive: Alive | null = null;
  readonly #retired: Alive[] = [];
  #status: ChainReport['status'] = 'opening';
  #mark: ChainView['mark'] = null;
  #hasRestarted = false;
  #latencyFrames = 0;
  #missedBefore = 0;
  #isClosed = false;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #stateTimers = new Map<string, NodeJS.Timeout>();
  readonly #edits = new Map<string, Map<number, ParameterValue>>();
  #editTimer: NodeJS.Timeout | undefined;

  constructor(options: ChainOptions) {
    this.#options = options;
    this.#slots = options.spec.slots.map((slot) => new PluginSlot(slot));
  }

  report(): ChainReport {
    return {
      channelId: this.#options.spec.channelId,
      status: this.#status,
      mark: this.#mark,
      latencyFrames: this.#latencyFrames,
      missedBlocks: this.#missedBefore + this.#missedNow(),
      slots: this.#slots.map((slot) => slot.report()),
    };
  }

  /** Of the insert that is there now: a new session takes it over. */
  get insertId(): number | null {
    return this.#alive?.insertId ?? null;
  }

  open(): Promise<ChainReport> {
    return this.#inTurn(() => this.#bringUp());
  }

  /** Begins anew after it was marked. */
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
      if (!this.#alive) await this.#bringUp();
      const { sandbox } = this.#require();
      this.#status = 'opening';
      try {
        await slot.load(sandbox, this.#placeAmongLoaded(at));
      } catch (error) {
        // One that dies at its loading is not taken in; the others go on as they were.
        if (this.#alive?.sandbox === sandbox) this.#status = 'running';
        else await this.#bringUp();
        throw error;
      }
      this.#status = 'running';
      this.#slots.splice(at, 0, slot);
      await this.#refreshState(slot).catch((error: unknown) => this.#options.complain(String(error)));
      return await this.#settled();
    });
  }

  unload(slotId: string): Promise<ChainReport> {
    return this.#inTurn(async () => {
      const slot = this.#slot(slotId);
      if (slot.running && this.#alive) await this.#alive.sandbox.call('unload', { instanceId: slotId });
      this.#forget(slot);
      this.#slots = this.#slots.filter((other) => other !== slot);
      return await this.#settled();
    });
  }

  move(slotId: string, position: number): Promise<ChainReport> {
    return this.#inTurn(async () => {
      const slot = this.#slot(slotId);
      const others = this.#slots.filter((other) => other !== slot);
      const next = others.toSpliced(Math.min(position, others.length), 0, slot);
      const place = next.slice(0, next.indexOf(slot)).filter(({ running }) => running).length;
      if (slot.running && this.#alive) {
        await this.#alive.sandbox.call('move', { instanceId: slotId, position: place });
      }
      this.#slots = next;
      return await this.#settled();
    });
  }

  setBypassed(slotId: string, isBypassed: boolean): Promise<ChainReport> {
    return this.#inTurn(async () => {
      const slot = this.#slot(slotId);
      if (slot.running && this.#alive) {
        await this.#alive.sandbox.call('bypass', { instanceId: slotId, isBypassed });
      }
      slot.wanted.isBypassed = isBypassed;
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
    return this.#replaceState(slotId, 'setState', { state });
  }

  readPreset(slotId: string, path: string): Promise<PluginParameter[]> {
    return this.#replaceState(slotId, 'readPreset', { path });
  }

  writePreset(slotId: string, path: string): Promise<void> {
    return this.#onLoaded(slotId, async (_slot, sandbox) => {
      await sandbox.call('writePreset', { instanceId: slotId, path });
    });
  }

  openEditor(slotId: string): Promise<ChainReport> {
    return this.#setEditor(slotId, 'openEditor', true);
  }

  closeEditor(slotId: string): Promise<ChainReport> {
    return this.#setEditor(slotId, 'closeEditor', false);
  }

  /** Its process has gone when it resolves; what it kept of itself has been told. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      this.#isClosed = true;
      for (const slot of this.#slots) {
        if (slot.running && slot.turned.size > 0) await this.#refreshState(slot).catch(() => undefined);
        this.#forget(slot);
      }
      clearTimeout(this.#editTimer);
      await this.#takeDown();
    });
  }

  /** At once and without a word: the engine process itself is ending. */
  kill(): void {
    this.#isClosed = true;
    const alive = this.#alive;
    this.#alive = null;
    alive?.sandbox.giveUp('PLUGIN_FAILED', 'The engine ends.', null);
  }

  async #bringUp(): Promise<ChainReport> {
    if (this.#isClosed) throw new RpcError('PLUGIN_NOT_LOADED', 'This chain was closed.');
    this.#setStatus('opening');
    // Each one that ends the process at its loading costs a process, and is left out of the next.
    for (let attempt = 0; attempt <= this.#slots.length; attempt += 1) {
      this.#retire();
      const alive = this.#spawn();
      this.#alive = alive;
      if (await this.#loadAll(alive)) {
        this.#options.attach(alive.insertId);
        await this.#endRetired();
        this.#mark = null;
        this.#setStatus('running', false);
        for (const slot of this.#slots) if (slot.turned.size > 0) this.#askForStateLater(slot);
        return await this.#settled();
      }
    }
    throw new RpcError('PLUGIN_FAILED', 'The plug-ins of this channel could not be started.');
  }

  #spawn(): Alive {
    const { spec, addon, hostPath, env } = this.#options;
    const format = {
      channels: spec.channels,
      rateHz: spec.rateHz,
      blockFrames: Math.ceil(spec.rateHz / 100),
    };
    const { insertId, memoryName } = addon.createInsert({ ...format, deadlineFrames: spec.deadlineFrames });
    const sandbox: PluginSandbox = new PluginSandbox({
      ...format,
      hostPath,
      env,
      memoryName,
      onEvent: (event) => this.#alive?.sandbox === sandbox && this.#onEvent(event),
      onDied: (death) => this.#alive?.sandbox === sandbox && this.#onDied(death),
      onComplaint: (line) => this.#options.complain(line),
    });
    const stopWatching = watchSandbox({
      pid: () => sandbox.pid,
      readInsert: () => addon.insertState(insertId),
      isExpected: () => this.#status === 'running' && this.#slots.some(({ running }) => running),
      onStuck: (code, reason) => sandbox.giveUp(code, reason, null),
    });
    return { sandbox, insertId, stopWatching };
  }

  /** false where the process has died of one of them, which is marked then. */
  async #loadAll({ sandbox }: Alive): Promise<boolean> {
    let place = 0;
    for (const slot of this.#slots) {
      slot.running = null;
      if (slot.problem?.code === 'PLUGIN_CRASHED' || slot.problem?.code === 'PLUGIN_TIMED_OUT') continue;
      try {
        await slot.load(sandbox, place);
        place += 1;
      } catch (error) {
        if (!(error instanceof RpcError) || error.code === 'PLUGIN_HOST_UNAVAILABLE') throw error;
        slot.problem = { code: error.code, message: error.message };
        if (this.#alive?.sandbox !== sandbox) return false;
      }
    }
    return true;
  }

  #onDied({
    code,
    reason,
    instanceId,
  }: {
    code: ErrorCode;
    reason: string;
    instanceId: string | null;
  }): void {
    this.#retire();
    // Whoever is loading goes on from here.
    if (this.#status !== 'running') return;
    const loaded = this.#slots.filter(({ running }) => running);
    const culprit = instanceId ?? (loaded.length === 1 ? (loaded[0]?.id ?? null) : null);
    const isRestarting = !this.#hasRestarted && !this.#isClosed && code !== 'PLUGIN_HOST_UNAVAILABLE';
    for (const slot of this.#slots) slot.running = null;
    const name = this.#slots.find(({ id }) => id === culprit)?.wanted.name;
    const who = name === undefined ? 'A plug-in of this channel' : `"${name}"`;
    const consequence = isRestarting
      ? 'It is being started again; the channel goes on without it meanwhile.'
      : 'The channel goes on without it. Start it again, or take it out of the chain.';
    const message = `${who} has failed: ${reason} ${consequence}`;
    this.#mark = { code, message, atMs: this.#options.nowMs(), isRestarting };
    this.#setStatus('marked');
    const { channelId } = this.#options.spec;
    this.#options.tell({ type: 'marked', channelId, slotId: culprit, code, message, isRestarting });
    this.#hasRestarted = true;
    void this.#inTurn(async () => {
      if (isRestarting && !this.#isClosed && !this.#alive) await this.#bringUp();
    }).catch((error: unknown) => {
      this.#options.complain(`the chain could not be started again: ${String(error)}`);
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
        return this.#tellEdits(slot.id, true);
      case 'parameterEdited': {
        const { parameter: id, value, display } = event;
        const edits = this.#edits.get(slot.id) ?? new Map<number, ParameterValue>();
        this.#edits.set(slot.id, edits.set(id, { id, value, display }));
        this.#editTimer ??= setTimeout(() => this.#tellAllEdits(), NEWS_INTERVAL_MS);
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

  /** Told once: it may go on for as long as it is there. */
  #markSlot(slot: PluginSlot, code: ErrorCode, message: string): void {
    if (slot.problem?.code === code) return;
    slot.problem = { code, message };
    const { channelId } = this.#options.spec;
    this.#options.tell({ type: 'marked', channelId, slotId: slot.id, code, message, isRestarting: false });
    this.#announce();
  }

  #tellAllEdits(): void {
    this.#editTimer = undefined;
    for (const slotId of this.#edits.keys()) this.#tellEdits(slotId, false);
  }

  #tellEdits(slotId: string, isListChanged: boolean): void {
    const changes = [...(this.#edits.get(slotId)?.values() ?? [])];
    this.#edits.delete(slotId);
    const { channelId } = this.#options.spec;
    this.#options.tell({ type: 'parameters', channelId, slotId, changes, isListChanged });
  }

  #replaceState(slotId: string, call: string, input: object): Promise<PluginParameter[]> {
    return this.#onLoaded(slotId, async (slot, sandbox) => {
      // What was turned a moment ago must be in the plug-in before, not come over the new state after it.
      await slot.readState(sandbox);
      await sandbox.call(call, { instanceId: slotId, ...input });
      slot.turned.clear();
      await this.#refreshState(slot);
      return await slot.readParameters(sandbox);
    });
  }

  #setEditor(slotId: string, call: string, isOpen: boolean): Promise<ChainReport> {
    return this.#onLoaded(slotId, async (slot, sandbox) => {
      await sandbox.call(call, { instanceId: slotId });
      if (slot.running) slot.running.isEditorOpen = isOpen;
      this.#announce();
      return this.report();
    });
  }

  #askForStateLater(slot: PluginSlot): void {
    clearTimeout(this.#stateTimers.get(slot.id));
    const ask = () =>
      void this.#inTurn(async () => {
        if (slot.running) await this.#refreshState(slot);
      }).catch((error: unknown) => this.#options.complain(`the state was not told: ${String(error)}`));
    this.#stateTimers.set(slot.id, setTimeout(ask, STATE_DELAY_MS));
  }

  async #refreshState(slot: PluginSlot): Promise<string> {
    const before = slot.state;
    const state = await slot.readState(this.#require().sandbox);
    const { channelId } = this.#options.spec;
    if (state !== before) this.#options.tell({ type: 'state', channelId, slotId: slot.id, state });
    return state;
  }

  #forget(slot: PluginSlot): void {
    clearTimeout(this.#stateTimers.get(slot.id));
    this.#stateTimers.delete(slot.id);
    this.#edits.delete(slot.id);
  }

  /** After a change of the chain: its delay is another one. */
  async #settled(): Promise<ChainReport> {
    const answer = (await this.#alive?.sandbox.call('latency').catch(() => null)) as
      { latencyFrames?: unknown } | number | null | undefined;
    const frames = typeof answer === 'object' ? answer?.latencyFrames : answer;
    if (typeof frames === 'number' && Number.isInteger(frames) && frames >= 0) this.#latencyFrames = frames;
    this.#announce();
    return this.report();
  }

  #placeAmongLoaded(position: number): number {
    return this.#slots.slice(0, position).filter(({ running }) => running).length;
  }

  #slot(slotId: string): PluginSlot {
    const slot = this.#slots.find(({ id }) => id === slotId);
    if (slot) return slot;
    throw new RpcError('PLUGIN_NOT_LOADED', 'This plug-in is not in the chain any more.');
  }

  #require(): Alive {
    if (this.#alive) return this.#alive;
    throw new RpcError('PLUGIN_CRASHED', this.#mark?.message ?? 'The plug-ins of this channel do not run.', {
      retryable: true,
    });
  }

  #onLoaded<T>(slotId: string, work: (slot: PluginSlot, sandbox: PluginSandbox) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const slot = this.#slot(slotId);
      const { sandbox } = this.#require();
      if (!slot.running) {
        const { code, message } = slot.problem ?? { code: 'PLUGIN_NOT_LOADED', message: 'It does not run.' };
        throw new RpcError(code, message);
      }
      return await work(slot, sandbox);
    });
  }

  #missedNow(): number {
    if (!this.#alive) return 0;
    return this.#options.addon.insertState(this.#alive.insertId).missedBlocks;
  }

  #setStatus(status: ChainReport['status'], isAnnounced = true): void {
    this.#status = status;
    if (isAnnounced) this.#announce();
  }

  #announce(): void {
    if (!this.#isClosed) this.#options.tell({ type: 'chain', chain: this.report() });
  }

  async #takeDown(): Promise<void> {
    this.#retire();
    this.#options.attach(null);
    await this.#endRetired();
  }

  /** The insert stays in its place until there is a new one: dry, and as late as the channel was. */
  #retire(): void {
    const alive = this.#alive;
    if (!alive) return;
    this.#missedBefore += this.#missedNow();
    alive.stopWatching();
    this.#alive = null;
    this.#retired.push(alive);
  }

  async #endRetired(): Promise<void> {
    for (const { sandbox, insertId } of this.#retired.splice(0)) {
      await sandbox.close();
      this.#options.addon.destroyInsert(insertId);
    }
  }

  /** Changes one after the other, and none in the middle of a restart. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}
