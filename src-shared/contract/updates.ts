import { z } from 'zod';
import { UPDATE_FAILURES } from '../domain/release.ts';
import { defineEvent, defineProcedure } from './define.ts';

/** What this installation does with a release that its publisher signed. */
const updateInstallSchema = z.discriminatedUnion('step', [
  z.object({
    step: z.literal('unsupported'),
    why: z.enum(['desktopOnly', 'noPublisher', 'switchedOff', 'privacy']),
  }),
  /** Nothing newer is known for this channel. */
  z.object({ step: z.literal('none') }),
  z.object({ step: z.literal('offered'), version: z.string() }),
  z.object({ step: z.literal('downloading'), version: z.string(), percent: z.int().min(0).max(100) }),
  z.object({
    step: z.literal('ready'),
    version: z.string(),
    /** Somebody asked for it now: it is installed when `waitsFor` has ended. */
    isWanted: z.boolean(),
    /** What runs and must not be cut off. */
    waitsFor: z.enum(['recording', 'broadcast', 'render', 'live']).nullable(),
  }),
  z.object({ step: z.literal('failed'), why: z.enum(UPDATE_FAILURES) }),
]);
export type UpdateInstall = z.infer<typeof updateInstallSchema>;

const updateStateSchema = z.object({
  /** What runs. */
  version: z.string(),
  /** Where releases are announced; null where none is configured, which `reason` says. */
  address: z.string().nullable(),
  /** Why nothing is asked here, as a sentence; null where it is. */
  reason: z.string().nullable(),
  /** Milliseconds since 1970, of the last answer; null: none yet. */
  checkedAtMs: z.number().nullable(),
  /** The release of the last answer, where it is newer than what runs. */
  newer: z.object({ version: z.string(), pageUrl: z.string().nullable() }).nullable(),
  /** Why the last try had no answer, as a sentence; null where it had one. */
  problem: z.string().nullable(),
  install: updateInstallSchema,
});
export type UpdateState = z.infer<typeof updateStateSchema>;

/** Whether there is a newer version, and its installation. Nothing is reported about this one. */
export const updatesContract = {
  'updates.read': defineProcedure({ input: z.void(), output: updateStateSchema }),
  /** Asks now. Without an address, and in privacy mode, it says so and asks nobody. */
  'updates.check': defineProcedure({
    input: z.void(),
    output: updateStateSchema,
    errors: ['UNSUPPORTED'],
  }),
  /** Begins to download what is offered; `install` says how far it is. */
  'updates.download': defineProcedure({ input: z.void(), output: updateStateSchema }),
  /** SoundDesk ends, and begins again as the downloaded version: at once, or when what runs has ended. */
  'updates.install': defineProcedure({ input: z.void(), output: updateStateSchema }),
  /** Takes either back. */
  'updates.cancel': defineProcedure({ input: z.void(), output: updateStateSchema }),
  'updates.onChanged': defineEvent({ payload: updateStateSchema, delivery: 'latest' }),
};
