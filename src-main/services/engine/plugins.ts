import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { InputOf, OutputOf } from '../../../src-shared/contract/define.ts';
import type { Log } from '../ports.ts';
import { isEngineGone } from './captureSteps.ts';
import type { EngineLink } from './link.ts';
import type { ChainReport, ChainSpec, PluginEvent, pluginProcessContract } from './pluginContract.ts';
import type { EngineSupervisor } from './supervisor.ts';

type Calls = Omit<
  typeof pluginProcessContract,
  'plugins.onEvent' | 'plugins.openChain' | 'plugins.closeChain'
>;

export interface PluginEngineOptions {
  supervisor: EngineSupervisor;
  log: Log;
}

export interface PluginEngineListener {
  onEvent(event: PluginEvent): void;
  /** The engine process has died: the chains are being opened again, or are closed. */
  onDown(willRestart: boolean): void;
}

/**
 * The chains of plug-ins in the engine process. What is open is kept here, and opened again in a new process when
 * the one that held it has died.
 */
export class PluginEngine {
  readonly #supervisor: EngineSupervisor;
  readonly #log: Log;
  readonly #open = new Map<string, ChainSpec>();
  #listener: PluginEngineListener | null = null;

  constructor({ supervisor, log }: PluginEngineOptions) {
    this.#supervisor = supervisor;
    this.#log = log;
    supervisor.addTenant({
      isNeeded: () => this.#open.size > 0,
      onUp: (link) => this.#onUp(link),
      onDown: (_death, willRestart) => {
        if (!willRestart) this.#open.clear();
        this.#listener?.onDown(willRestart);
      },
      onStatusChanged: () => undefined,
    });
  }

  /** There is one: the owner of the chains. */
  set listener(listener: PluginEngineListener) {
    this.#listener = listener;
  }

  isOpen(channelId: string): boolean {
    return this.#open.has(channelId);
  }

  async openChain(spec: ChainSpec): Promise<ChainReport> {
    return await this.#supervisor.use(async (link) => {
      const report = await link.call('plugins.openChain', spec);
      this.#open.set(spec.channelId, spec);
      return report;
    });
  }

  async closeChain(channelId: string): Promise<void> {
    if (!this.#open.delete(channelId)) return;
    const { link } = this.#supervisor;
    try {
      await link?.call('plugins.closeChain', { channelId });
    } catch (error) {
      if (!isEngineGone(error)) throw error;
    }
    this.#supervisor.reconsiderIdle();
  }

  /** A call to a chain that is open. */
  async call<N extends keyof Calls>(name: N, input: InputOf<Calls[N]>): Promise<OutputOf<Calls[N]>> {
    const { channelId } = input as { channelId: string };
    const { link } = this.#supervisor;
    if (!link || !this.#open.has(channelId)) {
      throw failWith('ENGINE_STOPPED', 'engineStarting', { retryable: true });
    }
    const call = link.call.bind(link) as (name: N, input: unknown) => Promise<OutputOf<Calls[N]>>;
    return await call(name, input);
  }

  /** What is to be there after a death. */
  remember(spec: ChainSpec): void {
    if (this.#open.has(spec.channelId)) this.#open.set(spec.channelId, spec);
  }

  #onUp(link: EngineLink): void {
    link.client.subscribe('plugins.onEvent', (event) => this.#listener?.onEvent(event));
    // Beside the restoration of what records: plug-ins take their time, and a take must not wait for them.
    for (const spec of this.#open.values()) {
      link.call('plugins.openChain', spec).catch((error: unknown) => {
        if (!isEngineGone(error)) this.#log.error('a chain could not be opened again', error);
      });
    }
  }
}
