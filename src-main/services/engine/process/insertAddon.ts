/**
 * Chains of plug-ins in the native addon: each is a memory that a sandbox process serves. The engine process alone
 * uses it; `native/napi/plugin_binding.cpp` implements it. Failures are as in `captureAddon.ts`.
 */
export interface InsertOptions {
  channels: 1 | 2;
  rateHz: number;
  /** The largest block: live 10 ms of sound, for files at most 8192 frames. Shorter ones come as well. */
  blockFrames: number;
  /** Live: so long one block may take, a block of the devices; at least 5 ms. `blockFrames` where absent. */
  deadlineFrames?: number;
  /** Files: no deadline, but a sandbox that died, or takes 10 s for a block, is noticed. */
  isFileMode?: boolean;
}

export interface InsertState {
  /** A process serves the memory, as the system says. */
  isAlive: boolean;
  /** Its audio thread has begun, and has not ended in order. */
  isServing: boolean;
  /** The dry sound is heard instead of the chain's: it is not there yet, late, or gone. */
  isDry: boolean;
  /** Blocks of sound without an answer in time, and with one, since the first. */
  missedBlocks: number;
  answeredBlocks: number;
  /** As the process itself counts: it moves with each block that is given back, in time or late. */
  servedCount: number;
  latencyFrames: number;
}

export interface InsertAddon {
  /** `memoryName` is what the sandbox process is started with; one insert serves one process in its life. */
  createInsert(options: InsertOptions): { insertId: number; memoryName: string };
  insertState(insertId: number): InsertState;
  /** Ends the sandbox's audio thread once no session uses it any more. Idempotent. */
  destroyInsert(insertId: number): void;
}
