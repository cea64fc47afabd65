import type { ErrorCode } from '../../../../src-shared/contract/errors.ts';
import type { ChainSpec } from '../pluginContract.ts';
import type { InsertAddon } from './insertAddon.ts';
import { PluginSandbox, type SandboxEvent } from './pluginSandbox.ts';
import { watchSandbox } from './pluginWatchdog.ts';

/** What is in a channel: the insert, and the channels that its side-chains hear. */
export interface ChainPlace {
  insertId: number | null;
  sides: readonly (string | null)[];
}

export interface Death {
  code: ErrorCode;
  reason: string;
  /** The plug-in that was being asked something when it happened. */
  instanceId: string | null;
}

export interface ChainProcessOptions {
  spec: ChainSpec;
  hostPath: string;
  env: NodeJS.ProcessEnv;
  addon: InsertAddon;
  /** Whether blocks should be coming back now. */
  isExpected: () => boolean;
  onEvent(event: SandboxEvent): void;
  /** Of the one that is in use; it is retired then. */
  onDied(death: Death): void;
  warn(line: string): void;
}

interface Alive {
  sandbox: PluginSandbox;
  insertId: number;
  stopWatching: () => void;
  bundles: readonly string[];
}

/** The process of one channel's chain with its insert, and those that it had before until nobody uses them. */
export class ChainProcess {
  readonly #options: ChainProcessOptions;
  #alive: Alive | null = null;
  readonly #retired: Alive[] = [];
  #missedBefore = 0;

  constructor(options: ChainProcessOptions) {
    this.#options = options;
  }

  get sandbox(): PluginSandbox | null {
    return this.#alive?.sandbox ?? null;
  }

  get insertId(): number | null {
    return this.#alive?.insertId ?? null;
  }

  get missedBlocks(): number {
    return this.#missedBefore + this.#missedNow();
  }

  /** Whether the process may read this plug-in; for another one there has to be a new process. */
  mayLoad(path: string | null): boolean {
    return path === null || (this.#alive?.bundles.includes(path) ?? false);
  }

  /** In place of the one before, if there is one, for these plug-ins alone. */
  spawn(bundles: readonly string[]): PluginSandbox {
    this.retire();
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
      bundles,
      onEvent: (event) => this.sandbox === sandbox && this.#options.onEvent(event),
      onDied: (death) => {
        if (this.sandbox !== sandbox) return;
        this.retire();
        this.#options.onDied(death);
      },
      onWarning: (line) => this.#options.warn(line),
    });
    const stopWatching = watchSandbox({
      pid: () => sandbox.pid,
      readInsert: () => addon.insertState(insertId),
      isExpected: this.#options.isExpected,
      onStuck: (code, reason) => sandbox.giveUp(code, reason, null),
    });
    this.#alive = { sandbox, insertId, stopWatching, bundles };
    return sandbox;
  }

  /** The insert stays in its place until there is a new one: dry, and as late as the channel was. */
  retire(): void {
    const alive = this.#alive;
    if (!alive) return;
    this.#missedBefore += this.#missedNow();
    alive.stopWatching();
    this.#alive = null;
    this.#retired.push(alive);
  }

  /** Nobody uses the retired ones any more. Their processes have gone when it resolves. */
  async endRetired(): Promise<void> {
    for (const { sandbox, insertId } of this.#retired.splice(0)) {
      await sandbox.close();
      this.#options.addon.destroyInsert(insertId);
    }
  }

  /** At once and without a word. */
  kill(): void {
    const alive = this.#alive;
    this.#alive = null;
    alive?.sandbox.giveUp('PLUGIN_FAILED', 'The engine ends.', null);
  }

  #missedNow(): number {
    return this.#alive ? this.#options.addon.insertState(this.#alive.insertId).missedBlocks : 0;
  }
}
