import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { ChainSpec, PluginEvent } from '../pluginContract.ts';
import type { CaptureSession } from './captureAddon.ts';
import { attempt } from './failures.ts';
import { PluginChain, type ChainOptions } from './pluginChain.ts';
import type { ChainPlace } from './pluginProcess.ts';

/** What a capture session needs to know of the chains, and they of it. */
export interface ChainAttachment {
  /** A session has begun: every chain goes into its channel. null: it has ended. */
  onSession(session: Pick<CaptureSession, 'attachInsert'> | null): void;
  /** A channel was added or set again. */
  onChannel(channelId: string): void;
}

export interface OpenChainsOptions {
  /** What a chain runs in; throws where plug-ins cannot be used. */
  place: () => Pick<ChainOptions, 'hostPath' | 'env' | 'addon'>;
  notify(event: PluginEvent): void;
}

/** The chains that are open, by channel; each goes into its channel of the session that runs. */
export class OpenChains implements ChainAttachment {
  readonly #options: OpenChainsOptions;
  readonly #chains = new Map<string, PluginChain>();
  #session: Parameters<ChainAttachment['onSession']>[0] = null;

  constructor(options: OpenChainsOptions) {
    this.#options = options;
  }

  /** Throws `PLUGIN_NOT_LOADED`. */
  of(channelId: string): PluginChain {
    const chain = this.#chains.get(channelId);
    if (chain) return chain;
    throw failWith('PLUGIN_NOT_LOADED', 'pluginsNotOpen');
  }

  /** In the place of the one that was there. */
  async open(spec: ChainSpec) {
    const { channelId } = spec;
    await this.close(channelId);
    const chain = new PluginChain({
      ...this.#options.place(),
      spec,
      attach: (place) => this.#attach(channelId, place),
      notify: (event) => this.#options.notify(event),
      nowMs: Date.now,
      warn: (line) => warn(channelId, line),
    });
    this.#chains.set(channelId, chain);
    try {
      return await chain.open();
    } catch (error) {
      await this.close(channelId);
      throw error;
    }
  }

  async close(channelId: string): Promise<void> {
    const chain = this.#chains.get(channelId);
    this.#chains.delete(channelId);
    await chain?.close();
  }

  kill(): void {
    for (const chain of this.#chains.values()) chain.kill();
  }

  onSession(session: Pick<CaptureSession, 'attachInsert'> | null): void {
    this.#session = session;
    if (session) for (const channelId of this.#chains.keys()) this.onChannel(channelId);
  }

  onChannel(channelId: string): void {
    const place = this.#chains.get(channelId)?.place;
    if (place && place.insertId !== null) this.#attach(channelId, place);
  }

  #attach(channelId: string, { insertId, sides }: ChainPlace): void {
    const session = this.#session;
    if (!session) return;
    try {
      attempt(() => session.attachInsert(channelId, insertId, sides));
    } catch (error) {
      // A channel that is not in the session, since it is disabled or being removed: it is attached when it comes.
      warn(channelId, `not attached: ${String(error)}`);
    }
  }
}

function warn(channelId: string, line: string): void {
  process.stderr.write(`plug-ins of ${channelId}: ${line.trimEnd()}\n`);
}
