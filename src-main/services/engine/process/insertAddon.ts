/**
 * The native half of a plug-in sandbox (`native/napi/plugin_binding.cpp`): an insert shares memory with the process
 * that holds the plug-ins, and gives the dry sound wherever that process is late, hung or gone.
 */
export interface InsertOptions {
  channels: 1 | 2;
  rateHz: number;
  /** The largest block that is sent. */
  blockFrames: number;
  /** Waits for every block, as long as the process lives: for files. */
  isFileMode: boolean;
}

export interface InsertState {
  /** Whether the other process holds the memory. */
  isAlive: boolean;
  /** Blocks that came too late since the insert was made. */
  missedBlocks: number;
  latencyFrames: number;
  /** The dry sound is heard now. */
  isDry: boolean;
}

export interface InsertAddon {
  createInsert(options: InsertOptions): { insertId: number; memoryName: string };
  insertState(insertId: number): InsertState;
  destroyInsert(insertId: number): void;
}
