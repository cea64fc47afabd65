import { z } from 'zod';
import { defineEvent, defineProcedure } from './define.ts';

const pairedBrowserSchema = z.object({
  /** Names the browser's public key. */
  id: z.string(),
  /** Program and system, as the browser reports them, e.g. `Firefox on Linux`. */
  name: z.string(),
  pairedAtMs: z.number(),
  lastUsedAtMs: z.number(),
});
export type PairedBrowser = z.infer<typeof pairedBrowserSchema>;

const browserListSchema = z.object({
  /** The one that was used last first. */
  browsers: z.array(pairedBrowserSchema),
});
export type BrowserList = z.infer<typeof browserListSchema>;

/** The browsers that open this host without a link, since they opened one before. */
export const browsersContract = {
  'browsers.list': defineProcedure({ input: z.void(), output: browserListSchema }),
  /** Its pages are disconnected at once; one that is not paired is none. */
  'browsers.remove': defineProcedure({
    input: z.strictObject({ id: z.string().max(100) }),
    output: browserListSchema,
    errors: ['BROWSERS_UNWRITABLE'],
  }),
  /** A link that pairs one browser, once. */
  'browsers.createLink': defineProcedure({
    input: z.void(),
    output: z.object({ url: z.string(), expiresAtMs: z.number() }),
  }),
  'browsers.onChanged': defineEvent({ payload: browserListSchema, delivery: 'every' }),
};
