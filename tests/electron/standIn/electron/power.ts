import { EventEmitter } from 'node:events';

/** The system's own word of its sleep is the test's. */
export const powerMonitor = new EventEmitter();

const blocks = new Map<number, string>();
let lastId = 0;

export const powerSaveBlocker = {
  start(kind: string): number {
    blocks.set(++lastId, kind);
    return lastId;
  },
  stop: (id: number): boolean => blocks.delete(id),
  isStarted: (id: number): boolean => blocks.has(id),
};

/** What keeps the computer awake now. */
export const heldBlocks = (): string[] => [...blocks.values()];
