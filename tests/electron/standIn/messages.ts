import type { Driver } from './driver.ts';

/** What passes between the test and the stand-in's process. */
export type ToChild =
  | { kind: 'ask'; id: number; name: keyof Driver; args: unknown[] }
  | { kind: 'channel.open'; channel: number }
  | { kind: 'channel.frame'; channel: number; frame: unknown }
  | { kind: 'channel.close'; channel: number };

export type FromChild =
  | { kind: 'started' }
  | { kind: 'broken'; reason: string }
  | { kind: 'answer'; id: number; value?: unknown; error?: string }
  | { kind: 'channel.frame'; channel: number; frame: unknown }
  | { kind: 'channel.close'; channel: number };
