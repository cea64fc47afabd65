/**
 * One connection between a screen and a host, whatever carries it. Frames arrive as `unknown`:
 * the router and the client parse them.
 */
export interface Channel {
  /** Never throws; after the close it does nothing. */
  send(frame: unknown): void;
  /** Whether sent data waits to leave: events of which only the latest counts are then held back. */
  isCongested(): boolean;
  /** Called each time that a congested channel may be written again. */
  onDrain(listener: () => void): () => void;
  onFrame(listener: (frame: unknown) => void): () => void;
  /** Called once, also at once where the channel is closed already. */
  onClose(listener: () => void): () => void;
  close(): void;
}

/** Listeners of one kind; a listener that throws does not keep the others from hearing. */
export class Listeners<T> {
  readonly #listeners = new Set<(value: T) => void>();

  add(listener: (value: T) => void): () => void {
    // A wrapper of its own, so that the same function added twice is heard twice and removed singly.
    const entry = (value: T) => listener(value);
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  notify(value: T): void {
    const failures: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, 'Several listeners failed.');
  }

  clear(): void {
    this.#listeners.clear();
  }

  get size(): number {
    return this.#listeners.size;
  }
}
