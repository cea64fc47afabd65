import type { CaptureChannel, CaptureSetUp, PluginSlot } from '../../../src-shared/domain/captureSetUp.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { LoadedPlugin, PluginChain, pluginsContract } from '../../../src-shared/contract/plugins.ts';
import { MAX_CHAIN_PLUGINS } from '../../../src-shared/domain/plugins.ts';
import type { EventHub } from '../../../src-shared/rpc/index.ts';
import type { ChainStore } from '../capture/index.ts';
import type { ChainReport, ChainSpec, PluginEngine, PluginEvent } from '../engine/index.ts';
import type { Log } from '../ports.ts';
import type { Catalogue } from './catalogue.ts';

/** Plug-ins of a set-up that nobody uses and no session needs are put away after this time. */
const IDLE_LIMIT_MS = 60_000;
/** A start waits so long for plug-ins at most: they come in when they are ready. */
const PREPARE_LIMIT_MS = 10_000;

export interface ChainsOptions {
  engine: PluginEngine;
  store: ChainStore;
  catalogue: Pick<Catalogue, 'find'>;
  /** Whether capture runs: its chains stay open. */
  isCapturing: () => boolean;
  createId: () => string;
  log: Log;
  events: Pick<EventHub<typeof pluginsContract>, 'emit'>;
  idleLimitMs?: number;
}

/** The chains of the set-up's channels: opened when they are needed, kept as the set-up says. */
export class Chains {
  readonly #options: ChainsOptions;
  /** What the engine was sent of each open chain. */
  readonly #specs = new Map<string, ChainSpec>();
  readonly #reports = new Map<string, ChainReport>();
  readonly #opening = new Map<string, Promise<void>>();
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: ChainsOptions) {
    this.#options = options;
    const { engine, store } = options;
    engine.listener = {
      onEvent: (event) => this.#onEvent(event),
      onDown: (willRestart) => this.#onDown(willRestart),
    };
    store.setChainFollower({
      prepare: (setUp) => this.#prepare(setUp),
      follow: (setUp, newStates) => this.#follow(setUp, newStates),
    });
  }

  view(channelId: string): PluginChain {
    const { store } = this.#options;
    const channel = store.readChannel(channelId);
    const report = this.#reports.get(channelId);
    return {
      channelId,
      status: report?.status ?? (this.#opening.has(channelId) ? 'opening' : 'closed'),
      mark: report?.mark ?? null,
      latencyFrames: report?.latencyFrames ?? 0,
      missedBlocks: report?.missedBlocks ?? 0,
      sampleRate: store.readSetUp().sampleRate,
      plugins: channel.plugins.map((slot) => toLoaded(slot, report)),
    };
  }

  /** As `view`, with what the engine counts of it this moment. */
  async read(channelId: string): Promise<PluginChain> {
    const { engine } = this.#options;
    if (engine.isOpen(channelId) && this.#reports.has(channelId)) {
      try {
        const report = await engine.call('plugins.readReport', { channelId });
        if (this.#reports.has(channelId)) this.#adopt(report);
      } catch (error) {
        // The engine is stopping or gone, which its own event reports: the answer is the last known state.
        if (!(error instanceof RpcError)) throw error;
      }
    }
    return this.view(channelId);
  }

  async load(channelId: string, pluginId: string, position: number | null): Promise<LoadedPlugin> {
    const { catalogue, store, createId, engine } = this.#options;
    const channel = store.readChannel(channelId);
    if (channel.plugins.length >= MAX_CHAIN_PLUGINS) {
      throw failWith('PLUGIN_CHAIN_FULL', 'chainFull', {
        values: { count: MAX_CHAIN_PLUGINS, name: channel.name },
      });
    }
    const entry = catalogue.find(pluginId);
    const slot: PluginSlot = {
      id: createId(),
      pluginId: entry.id,
      name: entry.name,
      vendor: entry.vendor,
      isBypassed: false,
      state: null,
      sideChain: null,
    };
    const at = position ?? channel.plugins.length;
    await this.#ensureOpen(channelId);
    const input = { channelId, slot: { ...toChainSlot(slot, null), path: entry.path }, position: at };
    this.#adopt(await engine.call('plugins.load', input));
    await this.#change(channelId, (slots) => slots.toSpliced(at, 0, slot));
    return this.#loaded(channelId, slot.id);
  }

  async unload(channelId: string, pluginId: string): Promise<PluginChain> {
    const slotId = this.slotOf(channelId, pluginId).id;
    if (this.#options.engine.isOpen(channelId)) {
      this.#adopt(await this.#options.engine.call('plugins.unload', { channelId, slotId }));
    }
    await this.#change(channelId, (slots) => slots.filter(({ id }) => id !== slotId));
    if (this.#options.store.readChannel(channelId).plugins.length === 0) await this.#close(channelId);
    return this.#announced(channelId);
  }

  async move(channelId: string, pluginId: string, position: number): Promise<PluginChain> {
    const slot = this.slotOf(channelId, pluginId);
    if (this.#options.engine.isOpen(channelId)) {
      this.#adopt(await this.#options.engine.call('plugins.move', { channelId, slotId: slot.id, position }));
    }
    await this.#change(channelId, (slots) => {
      const others = slots.filter(({ id }) => id !== slot.id);
      return others.toSpliced(Math.min(position, others.length), 0, slot);
    });
    return this.#announced(channelId);
  }

  async setBypassed(channelId: string, pluginId: string, isBypassed: boolean): Promise<PluginChain> {
    const slotId = this.slotOf(channelId, pluginId).id;
    if (this.#options.engine.isOpen(channelId)) {
      this.#adopt(await this.#options.engine.call('plugins.setBypassed', { channelId, slotId, isBypassed }));
    }
    await this.#change(channelId, (slots) =>
      slots.map((slot) => (slot.id === slotId ? { ...slot, isBypassed } : slot)),
    );
    return this.#announced(channelId);
  }

  async setSideChain(channelId: string, pluginId: string, sourceId: string | null): Promise<PluginChain> {
    const slotId = this.slotOf(channelId, pluginId).id;
    if (sourceId !== null) this.#options.store.readChannel(sourceId);
    if (sourceId === channelId) {
      throw failWith('BAD_OPTION', 'sideChainHearsOther');
    }
    if (this.#options.engine.isOpen(channelId)) {
      this.#adopt(await this.#options.engine.call('plugins.setSideChain', { channelId, slotId, sourceId }));
    }
    await this.#change(channelId, (slots) =>
      slots.map((slot) => (slot.id === slotId ? { ...slot, sideChain: sourceId } : slot)),
    );
    return this.#announced(channelId);
  }

  async restart(channelId: string): Promise<PluginChain> {
    this.#options.store.readChannel(channelId);
    if (this.#options.engine.isOpen(channelId)) {
      this.#adopt(await this.#options.engine.call('plugins.restartChain', { channelId }));
    } else {
      await this.#ensureOpen(channelId);
    }
    return this.#announced(channelId);
  }

  /** A call to a plug-in that is at work; its chain is opened where it is not. */
  async onPlugin<T>(
    channelId: string,
    pluginId: string,
    work: (input: { channelId: string; slotId: string }, engine: PluginEngine) => Promise<T>,
  ): Promise<T> {
    const { id: slotId } = this.slotOf(channelId, pluginId);
    await this.#ensureOpen(channelId);
    return await work({ channelId, slotId }, this.#options.engine);
  }

  /** By the id of its place, or by the plug-in's where that is in the chain once. */
  slotOf(channelId: string, pluginId: string): PluginSlot {
    const { plugins, name } = this.#options.store.readChannel(channelId);
    const exact = plugins.find(({ id }) => id === pluginId);
    const same = plugins.filter((slot) => slot.pluginId.toUpperCase() === pluginId.toUpperCase());
    const found = exact ?? (same.length === 1 ? same[0] : undefined);
    if (found) return found;
    const values = { name, pluginId };
    if (same.length === 0) throw failWith('PLUGIN_NOT_LOADED', 'pluginNotInNamedChain', { values });
    throw failWith('PLUGIN_NOT_LOADED', 'pluginManyTimes', { values: { ...values, count: same.length } });
  }

  adoptReport(report: ChainReport): PluginChain {
    this.#adopt(report);
    return this.view(report.channelId);
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await Promise.all([...this.#specs.keys()].map((channelId) => this.#close(channelId)));
  }

  async #ensureOpen(channelId: string): Promise<void> {
    this.#touch();
    if (this.#options.engine.isOpen(channelId)) return;
    const { store } = this.#options;
    await this.#open(this.#specOf(store.readChannel(channelId), store.readSetUp()));
  }

  #open(spec: ChainSpec): Promise<void> {
    const { channelId } = spec;
    const opening = (this.#opening.get(channelId) ?? Promise.resolve())
      // The earlier caller gets that failure; this is another try.
      .catch(() => undefined)
      .then(async () => {
        if (this.#options.engine.isOpen(channelId) && isSame(this.#specs.get(channelId), spec)) return;
        this.#specs.set(channelId, spec);
        try {
          this.#adopt(await this.#options.engine.openChain(spec));
        } catch (error) {
          this.#specs.delete(channelId);
          this.#reports.delete(channelId);
          throw error;
        }
      })
      .finally(() => {
        if (this.#opening.get(channelId) === opening) this.#opening.delete(channelId);
      });
    this.#opening.set(channelId, opening);
    return opening;
  }

  async #close(channelId: string): Promise<void> {
    // The caller who opened it gets its failure; here it only has to be over.
    await this.#opening.get(channelId)?.catch(() => undefined);
    await this.#options.engine.closeChain(channelId);
    this.#specs.delete(channelId);
    this.#reports.delete(channelId);
  }

  async #prepare(setUp: CaptureSetUp): Promise<void> {
    const wanted = setUp.channels.filter(({ isEnabled, plugins }) => isEnabled && plugins.length > 0);
    if (wanted.length === 0) return;
    const opening = wanted.map((channel) =>
      this.#open(this.#specOf(channel, setUp)).catch((error: unknown) =>
        this.#options.log.error('a chain could not be opened', error, { channelId: channel.id }),
      ),
    );
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, PREPARE_LIMIT_MS)));
    await Promise.race([Promise.all(opening), limit]);
    clearTimeout(timer);
  }

  /** Open chains become what the set-up says, where that is another thing than they are. */
  #follow(setUp: CaptureSetUp, newStates: ReadonlySet<string>): void {
    const open = new Set([...this.#specs.keys(), ...(this.#options.isCapturing() ? channelIds(setUp) : [])]);
    for (const channelId of open) {
      const channel = setUp.channels.find(({ id }) => id === channelId);
      const spec = this.#specs.get(channelId);
      const wanted = channel && this.#specOf(channel, setUp);
      const report = (work: Promise<unknown>) =>
        work.catch((error: unknown) =>
          this.#options.log.error('a chain could not follow', error, { channelId }),
        );
      if (!wanted || !channel.isEnabled) {
        if (spec && !wanted) void report(this.#close(channelId));
      } else if (wanted.slots.length === 0) {
        // The caller that took the last one out closes it.
        if (spec && spec.slots.length > 0) void report(this.#close(channelId));
      } else if (!isSame(spec, wanted) || wanted.slots.some(({ id }) => newStates.has(id))) {
        this.#specs.delete(channelId);
        void report(this.#options.engine.closeChain(channelId).then(() => this.#open(wanted)));
      } else {
        this.#options.engine.remember(wanted);
      }
    }
  }

  async #change(channelId: string, make: (slots: PluginSlot[]) => PluginSlot[]): Promise<void> {
    const { store } = this.#options;
    const spec = this.#specs.get(channelId);
    if (spec) {
      const channel = store.readChannel(channelId);
      const next = this.#specOf({ ...channel, plugins: make(channel.plugins) }, store.readSetUp());
      this.#specs.set(channelId, next);
    }
    await store.changePlugins(channelId, make);
    this.#announced(channelId);
  }

  #specOf(channel: CaptureChannel, { sampleRate, bufferFrames }: CaptureSetUp): ChainSpec {
    return {
      channelId: channel.id,
      rateHz: sampleRate,
      deadlineFrames: bufferFrames,
      channels: channel.deviceChannels.length === 2 ? 2 : 1,
      slots: channel.plugins.map((slot) => ({
        ...toChainSlot(slot, slot.state ?? this.#options.store.readState(slot.id)),
        path: this.#pathOf(slot),
      })),
    };
  }

  /** null: it is not installed on this machine. */
  #pathOf({ pluginId }: PluginSlot): string | null {
    try {
      return this.#options.catalogue.find(pluginId).path;
    } catch (error) {
      if (error instanceof RpcError && error.code === 'PLUGIN_NOT_FOUND') return null;
      throw error;
    }
  }

  #adopt(report: ChainReport): void {
    this.#reports.set(report.channelId, report);
  }

  #announced(channelId: string): PluginChain {
    const chain = this.view(channelId);
    this.#options.events.emit('plugins.onChainChanged', chain);
    return chain;
  }

  #loaded(channelId: string, slotId: string): LoadedPlugin {
    const found = this.view(channelId).plugins.find(({ id }) => id === slotId);
    if (found) return found;
    throw failWith('PLUGIN_NOT_LOADED', 'pluginTakenOut');
  }

  #onEvent(event: PluginEvent): void {
    const { events, store } = this.#options;
    switch (event.type) {
      case 'chain':
        if (!this.#specs.has(event.chain.channelId)) return;
        this.#adopt(event.chain);
        if (hasChannel(store, event.chain.channelId)) this.#announced(event.chain.channelId);
        return;
      case 'marked': {
        const { type: _type, slotId: pluginId, ...marked } = event;
        this.#options.log.error('a chain of plug-ins has failed', event.message, {
          channelId: event.channelId,
        });
        return events.emit('plugins.onMarked', { ...marked, pluginId });
      }
      case 'parameters': {
        const { type: _type, slotId: pluginId, ...changed } = event;
        return events.emit('plugins.onParametersChanged', { ...changed, pluginId });
      }
      case 'state':
        store.keepState(event.slotId, event.state);
        this.#remember(event.channelId);
        return;
    }
  }

  /** After a crash of the engine, plug-ins continue with the state that they reported last. */
  #remember(channelId: string): void {
    const spec = this.#specs.get(channelId);
    if (!spec || !hasChannel(this.#options.store, channelId)) return;
    this.#options.engine.remember(
      this.#specOf(this.#options.store.readChannel(channelId), this.#options.store.readSetUp()),
    );
  }

  #onDown(willRestart: boolean): void {
    const channelIdsOpen = [...this.#specs.keys()];
    this.#reports.clear();
    if (!willRestart) this.#specs.clear();
    for (const channelId of channelIdsOpen) {
      if (hasChannel(this.#options.store, channelId)) this.#announced(channelId);
    }
  }

  #touch(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      const hasWindow = [...this.#reports.values()].some(({ slots }) =>
        slots.some(({ running }) => running?.isEditorOpen),
      );
      if (hasWindow || this.#options.isCapturing()) return this.#touch();
      this.close().catch((error: unknown) =>
        this.#options.log.error('idle chains could not be closed', error),
      );
    }, this.#options.idleLimitMs ?? IDLE_LIMIT_MS);
    this.#idleTimer.unref();
  }
}

function toChainSlot(slot: PluginSlot, state: string | null) {
  const { id, pluginId, name, isBypassed, sideChain } = slot;
  return { id, pluginId, name, isBypassed, sideChain, state, path: null };
}

function toLoaded(slot: PluginSlot, report: ChainReport | undefined): LoadedPlugin {
  const found = report?.slots.find(({ id }) => id === slot.id);
  const { id, pluginId, name, vendor, isBypassed, sideChain } = slot;
  return {
    id,
    pluginId,
    name,
    vendor,
    isBypassed,
    sideChain,
    running: found?.running ?? null,
    problem: found?.problem ?? null,
  };
}

/** States are the plug-ins' own to change. */
function isSame(left: ChainSpec | undefined, right: ChainSpec): boolean {
  const shape = ({ rateHz, deadlineFrames, channels, slots }: ChainSpec) =>
    JSON.stringify([
      rateHz,
      deadlineFrames,
      channels,
      slots.map(({ id, path, isBypassed, sideChain }) => [id, path, isBypassed, sideChain]),
    ]);
  return left !== undefined && shape(left) === shape(right);
}

function channelIds({ channels }: CaptureSetUp): string[] {
  return channels.filter(({ isEnabled, plugins }) => isEnabled && plugins.length > 0).map(({ id }) => id);
}

function hasChannel(store: ChainStore, channelId: string): boolean {
  return store.readSetUp().channels.some(({ id }) => id === channelId);
}
