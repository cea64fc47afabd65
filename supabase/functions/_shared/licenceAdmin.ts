/** What a super admin does with licence keys: make one, see one again. */
import { z } from 'zod';
import {
  createLicenceKey,
  LICENCE_KEY_PLATFORMS,
  LICENCE_PRODUCTS,
  LICENCE_TRIAL_DAY_OPTIONS,
} from '../../../src-shared/domain/licence.ts';
import {
  answer,
  callProcedure,
  failure,
  ProcedureError,
  type FunctionEnvironment,
  type Handler,
} from './environment.ts';
import { guarded } from './guard.ts';
import { signInFirst, storedKey } from './licence.ts';
import { unseal } from './sealing.ts';
import { readCaller, type Caller } from './session.ts';
import { storable } from './storable.ts';

/** SQLSTATE of "no data found", which `create_license` raises where nobody has the address. */
const NO_SUCH_USER = 'P0002';

const generateSchema = z.object({
  userEmail: storable(z.string()).pipe(z.string().trim().min(1, 'User email is required').max(320)),
  productType: z.enum(LICENCE_PRODUCTS).default('desktop'),
  platform: z.enum(LICENCE_KEY_PLATFORMS).default('windows'),
  trialDays: z.literal(LICENCE_TRIAL_DAY_OPTIONS).default(7),
});
const revealSchema = z.object({ licenceId: z.uuid() });

export function makeGenerateLicence(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'generate-license', generateSchema, async (input, request) =>
    asSuperAdmin(environment, request, async ({ userId }) => {
      const licenceKey = createLicenceKey((count) => crypto.getRandomValues(new Uint8Array(count)));
      try {
        const licenceId = await callProcedure(environment, 'create_license', {
          owner_email: input.userEmail,
          ...(await storedKey(environment, licenceKey)),
          product_type: input.productType,
          platform: input.platform,
          trial_days: input.trialDays,
          creator: userId,
        });
        return answer(200, { success: true, data: { licenceId, licenceKey } });
      } catch (error) {
        if (error instanceof ProcedureError && error.code === NO_SUCH_USER)
          return failure(404, 'USER_NOT_FOUND', 'User not found with this email address');
        throw error;
      }
    }),
  );
}

/** Every look at a key is in the audit log. */
export function makeRevealLicence(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'reveal-license', revealSchema, async ({ licenceId }, request) =>
    asSuperAdmin(environment, request, async ({ userId }) => {
      const sealed = await callProcedure(environment, 'reveal_license', {
        license_id: licenceId,
        revealed_to: userId,
      });
      const licenceKey = typeof sealed === 'string' ? await unseal(environment.sealingSecret, sealed) : null;
      if (licenceKey === null)
        return failure(
          404,
          'KEY_NOT_KEPT',
          'This key cannot be shown: it was made elsewhere, or the sealing secret has changed. Generate a new license.',
        );
      return answer(200, { success: true, data: { licenceKey } });
    }),
  );
}

async function asSuperAdmin(
  environment: FunctionEnvironment,
  request: Request,
  act: (caller: Caller) => Promise<Response>,
): Promise<Response> {
  const caller = await readCaller(environment, request);
  if (!caller) return signInFirst();
  if (!caller.isSuperAdmin)
    return failure(
      403,
      'SUPER_ADMIN_ONLY',
      'License key management is only available to super administrators.',
    );
  return act(caller);
}
