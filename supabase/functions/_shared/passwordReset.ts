/** The one-time password of "Reset Password": sent, and changed for a session. */
import { z } from 'zod';
import {
  answer,
  callProcedure,
  failure,
  isSubjectWithinLimit,
  type FunctionEnvironment,
  type Handler,
  type OutgoingMail,
} from './environment.ts';
import { guarded } from './guard.ts';
import { storable } from './storable.ts';

/** Mails to one address, no matter who asks for them. */
const MAILS = { most: 3, windowSec: 900 };
/** Passwords tried for one account; the database also counts five for each password that it gave out. */
const REDEEMS = { most: 20, windowSec: 900 };

const LENGTH = 12;
/** Without the characters that are taken for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

const email = z
  .string('Enter a valid email address.')
  .max(254, 'Enter a valid email address.')
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email('Enter a valid email address.'));
const sendSchema = z.object({ email });
const redeemSchema = z.object({ email, password: storable(z.string().length(LENGTH)) });

/**
 * Mails a one-time password. The same is done, and answered, for an address without an account: it
 * learns it by mail, where nobody else reads it.
 */
export function makeSendPasswordReset(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'send-password-reset', sendSchema, async ({ email: to }) => {
    const { sendMail, randomBytes } = environment;
    if (!sendMail) return failure(503, 'MAIL_NOT_CONFIGURED', 'Email service not configured');
    if (!(await isSubjectWithinLimit(environment, to, 'password-reset-mail', MAILS.most, MAILS.windowSec)))
      return failure(429, 'TOO_MANY_REQUESTS', 'Too many requests for this address. Wait 15 minutes.');
    const password = createPassword(randomBytes);
    const input = { account_email: to, credential: password };
    const hasAccount = await callProcedure(environment, 'store_password_reset', input);
    try {
      await sendMail(hasAccount === true ? passwordMail(to, password) : unknownMail(to));
    } catch (error) {
      const emailDomain = to.split('@')[1] ?? '';
      const reason = error instanceof Error ? error.message : String(error);
      return failure(502, 'DELIVERY_FAILED', `Email delivery failed: ${reason}`, { emailDomain });
    }
    return answer(200, { success: true, message: 'New password sent.' });
  });
}

/**
 * Takes a one-time password: from then on neither it nor the old password works, and the caller
 * gets the token of a recovery link, by which auth opens a session to set a new one.
 */
export function makeRedeemPasswordReset(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'redeem-password-reset', redeemSchema, async ({ email: account, password }) => {
    const { most, windowSec } = REDEEMS;
    if (!(await isSubjectWithinLimit(environment, account, 'password-reset-redeem', most, windowSec)))
      return failure(429, 'TOO_MANY_REQUESTS', 'Too many tries. Wait 15 minutes and try again.');
    const input = { account_email: account, credential: password };
    const userId = z
      .uuid()
      .nullable()
      .parse(await callProcedure(environment, 'redeem_password_reset', input));
    if (userId === null)
      return failure(
        401,
        'BAD_CREDENTIAL',
        'This one-time password is wrong, used or older than 15 minutes.',
      );
    const unknown = createPassword(environment.randomBytes, 40);
    await callAuth(environment, 'PUT', `admin/users/${userId}`, { password: unknown });
    const link = await callAuth(environment, 'POST', 'admin/generate_link', {
      type: 'recovery',
      email: account,
    });
    const { hashed_token: tokenHash } = z.object({ hashed_token: z.string() }).parse(link);
    return answer(200, { success: true, data: { tokenHash } });
  });
}

function createPassword(randomBytes: (count: number) => Uint8Array, length = LENGTH): string {
  // The largest multiple: what lies above would favour the first characters.
  const limit = 256 - (256 % ALPHABET.length);
  let password = '';
  while (password.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < limit && password.length < length) password += ALPHABET[byte % ALPHABET.length];
    }
  }
  return password;
}

const passwordMail = (to: string, password: string): OutgoingMail => ({
  to,
  subject: 'Your new SoundDesk password',
  text: `This 12-character password signs you in to SoundDesk once, within 15 minutes:\n\n${password}\n\nSoundDesk then asks you for a new one. Until you use it, your present password stays valid. If you did not ask for it, nothing needs to be done.\n`,
});

const unknownMail = (to: string): OutgoingMail => ({
  to,
  subject: 'No SoundDesk account for this address',
  text: 'Somebody, perhaps you, asked for a new SoundDesk password for this address. There is no account with it: try the address that you signed up with, or create an account. If it was not you, nothing needs to be done.\n',
});

async function callAuth(
  { url, serviceKey, fetch }: FunctionEnvironment,
  method: 'POST' | 'PUT',
  path: string,
  body: Record<string, unknown>,
): Promise<unknown> {
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: serviceKey,
      authorization: `Bearer ${serviceKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`auth/${path} answered ${response.status}`);
  return response.json();
}
