import type { WindowsEngine } from './short.mjs';

export interface Numbers {
  files: number;
  kills: number;
  seed: number;
}
export interface Checks {
  /** What a check saw; rejects where it is not so. */
  run(name: string): Promise<string>;
  close(): void;
}
export function openChecks(options: {
  cache: string;
  engine: WindowsEngine;
  numbers: Numbers;
  runLimitMs?: number;
}): Checks;
