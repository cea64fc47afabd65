import type { ErrorCode } from '../../../../src-shared/contract/errors.ts';
import type { ParameterValue } from '../../../../src-shared/contract/plugins.ts';
import type { ChainReport, PluginEvent } from '../pluginContract.ts';

/** Changes of parameters leave together, so often. */
const EVENT_INTERVAL_MS = 33;
/** Knobs are turned in runs: what a plug-in keeps of itself is asked for when it has been left alone so long. */
const STATE_DELAY_MS = 500;

/** What a chain reports of its plug-ins, and what it puts off for a moment because more of it is coming. */
export class ChainEvents {
  readonly #channelId: string;
  readonly #notify: (event: PluginEvent) => void;
  readonly #edits = new Map<string, Map<number, ParameterValue>>();
  readonly #stateTimers = new Map<string, NodeJS.Timeout>();
  #editTimer: NodeJS.Timeout | undefined;

  constructor(channelId: string, notify: (event: PluginEvent) => void) {
    this.#channelId = channelId;
    this.#notify = notify;
  }

  chain(chain: ChainReport): void {
    this.#notify({ type: 'chain', chain });
  }

  marked(mark: { slotId: string | null; code: ErrorCode; message: string; isRestarting: boolean }): void {
    this.#notify({ type: 'marked', channelId: this.#channelId, ...mark });
  }

  state(slotId: string, state: string): void {
    this.#notify({ type: 'state', channelId: this.#channelId, slotId, state });
  }

  /** Sent together with what else changes in the next moment. */
  edited(slotId: string, change: ParameterValue): void {
    const edits = this.#edits.get(slotId) ?? new Map<number, ParameterValue>();
    this.#edits.set(slotId, edits.set(change.id, change));
    this.#editTimer ??= setTimeout(() => {
      this.#editTimer = undefined;
      for (const edited of this.#edits.keys()) this.#reportEdits(edited, false);
    }, EVENT_INTERVAL_MS);
  }

  listChanged(slotId: string): void {
    this.#reportEdits(slotId, true);
  }

  /** Calls `ask` when the plug-in has been left alone for a while. */
  askLater(slotId: string, ask: () => void): void {
    clearTimeout(this.#stateTimers.get(slotId));
    this.#stateTimers.set(slotId, setTimeout(ask, STATE_DELAY_MS));
  }

  forget(slotId: string): void {
    clearTimeout(this.#stateTimers.get(slotId));
    this.#stateTimers.delete(slotId);
    this.#edits.delete(slotId);
  }

  end(): void {
    clearTimeout(this.#editTimer);
    for (const timer of this.#stateTimers.values()) clearTimeout(timer);
  }

  #reportEdits(slotId: string, isListChanged: boolean): void {
    const changes = [...(this.#edits.get(slotId)?.values() ?? [])];
    this.#edits.delete(slotId);
    this.#notify({ type: 'parameters', channelId: this.#channelId, slotId, changes, isListChanged });
  }
}
