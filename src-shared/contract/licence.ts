import { z } from 'zod';
import { recordingLimitsSchema } from '../domain/planLimits.ts';
import { LICENCE_KEY_PLATFORMS, LICENCE_PLATFORMS, LICENCE_STATUSES } from '../domain/licence.ts';
import { defineEvent, defineProcedure } from './define.ts';

const heldSchema = z.object({
  licenceId: z.string(),
  /** "SD-" and the first five characters of the key. */
  keyPrefix: z.string(),
  plan: z.string(),
});

/** What this device's licence is worth now. The host judges; a screen shows. */
export const licenceStateSchema = z.discriminatedUnion('kind', [
  /** This host needs no licence: an account is enough. */
  z.object({ kind: z.literal('notNeeded') }),
  /** There never was one here, or it was given back. */
  z.object({ kind: z.literal('none') }),
  heldSchema.extend({ kind: z.literal('trial'), daysLeft: z.int().nonnegative(), endsAtMs: z.number() }),
  /** `renewBeforeMs`: until then it holds without any contact. */
  heldSchema.extend({ kind: z.literal('active'), renewBeforeMs: z.number() }),
  /** The token is over; it holds for some days more, so that a contact can renew it. */
  heldSchema.extend({ kind: z.literal('grace'), daysLeft: z.int().nonnegative() }),
  heldSchema.extend({
    kind: z.literal('expired'),
    /** The trial is over; the server ended it; or there was no contact for too long. */
    why: z.enum(['trialOver', 'ended', 'noContact']),
  }),
  z.object({ kind: z.literal('revoked') }),
  /** It was given back from elsewhere. */
  z.object({ kind: z.literal('deactivated') }),
  z.object({ kind: z.literal('wrongDevice') }),
  z.object({ kind: z.literal('clockMovedBack'), latestSeenMs: z.number() }),
  /** Changed, of a foreign key, of a server that may give no such plan, older than one that was seen, or not readable. */
  z.object({
    kind: z.literal('damaged'),
    reason: z.enum(['signature', 'form', 'issuer', 'replayed', 'unknownToServer', 'unreadable']),
  }),
]);
export type LicenceState = z.infer<typeof licenceStateSchema>;

/** With which the whole product may be used. */
export const LICENSED: readonly LicenceState['kind'][] = ['notNeeded', 'trial', 'active', 'grace'];

export const licenceStatusSchema = z.object({
  state: licenceStateSchema,
  device: z.object({
    id: z.string(),
    name: z.string(),
    platform: z.enum(LICENCE_PLATFORMS),
    /** Where id and token rest: the system's keychain, or a file that this user alone can read. */
    keptIn: z.enum(['keychain', 'file']),
  }),
  /** Address of the account server; null where none is set up or running. */
  serverUrl: z.string().nullable(),
  lastContactMs: z.number().nullable(),
  /** Why the last try to reach the server failed; null where it did not. */
  contactProblem: z.string().nullable(),
  /** What anybody has without a licence. */
  freeTier: z.object({
    isChosen: z.boolean(),
    limitSec: z.number(),
    /** Noise cancellation of today. */
    usedSec: z.number(),
  }),
  /** Of one take on this device; null where nothing limits it. */
  limits: recordingLimitsSchema.nullable(),
});
export type LicenceStatusReport = z.infer<typeof licenceStatusSchema>;

export const ownLicenceSchema = z.object({
  id: z.string(),
  keyPrefix: z.string(),
  plan: z.string(),
  product: z.string(),
  platform: z.enum(LICENCE_KEY_PLATFORMS),
  status: z.enum(LICENCE_STATUSES),
  /** The one trial that the account started for itself. */
  isAccountTrial: z.boolean(),
  maxDevices: z.int(),
  trialEndsAt: z.string().nullable(),
  createdAt: z.string(),
  devices: z.array(
    z.object({
      /** Of the activation: what `releaseDevice` takes. */
      id: z.string(),
      deviceId: z.string(),
      name: z.string(),
      platform: z.enum(LICENCE_PLATFORMS),
      activatedAt: z.string(),
      lastSeenAt: z.string(),
    }),
  ),
});
export type OwnLicence = z.infer<typeof ownLicenceSchema>;

/** Larger than any file that holds a key. */
export const LICENCE_FILE_LIMIT = 65_536;

/** Of the page's session: the host asks the account server in the user's name, and keeps it nowhere. */
const accessTokenSchema = z.string().min(20).max(8192);
const CONTACT_ERRORS = ['SERVER_UNREACHABLE', 'LICENCE_REFUSED', 'LICENCE_UNWRITABLE'] as const;

export const licenceContract = {
  'licence.readStatus': defineProcedure({ input: z.void(), output: licenceStatusSchema }),
  'licence.activateKey': defineProcedure({
    input: z.object({ key: z.string().max(200) }),
    output: licenceStatusSchema,
    errors: CONTACT_ERRORS,
  }),
  /** The content of a file: a text with one key in it, or a token made for this device. */
  'licence.activateFile': defineProcedure({
    input: z.object({ content: z.string().max(LICENCE_FILE_LIMIT) }),
    output: licenceStatusSchema,
    errors: CONTACT_ERRORS,
  }),
  'licence.listOwn': defineProcedure({
    input: z.object({ accessToken: accessTokenSchema }),
    output: z.array(ownLicenceSchema),
    errors: CONTACT_ERRORS,
  }),
  'licence.activateOwn': defineProcedure({
    input: z.object({ accessToken: accessTokenSchema, licenceId: z.uuid() }),
    output: licenceStatusSchema,
    errors: CONTACT_ERRORS,
  }),
  'licence.startTrial': defineProcedure({
    input: z.object({ accessToken: accessTokenSchema }),
    output: licenceStatusSchema,
    errors: CONTACT_ERRORS,
  }),
  /** Frees a device of one's own licence. */
  'licence.releaseDevice': defineProcedure({
    input: z.object({ accessToken: accessTokenSchema, activationId: z.uuid() }),
    output: z.array(ownLicenceSchema),
    errors: CONTACT_ERRORS,
  }),
  /** Asks the server now; what it says is in the answer. */
  'licence.refresh': defineProcedure({
    input: z.void(),
    output: licenceStatusSchema,
    errors: CONTACT_ERRORS,
  }),
  /** Gives this device's place back. */
  'licence.deactivate': defineProcedure({
    input: z.void(),
    output: licenceStatusSchema,
    errors: CONTACT_ERRORS,
  }),
  /** Continues without a licence, within what the Free tier allows. */
  'licence.chooseFreeTier': defineProcedure({
    input: z.void(),
    output: licenceStatusSchema,
    errors: ['LICENCE_UNWRITABLE'],
  }),
  'licence.onChanged': defineEvent({ payload: licenceStatusSchema, delivery: 'every' }),
};
