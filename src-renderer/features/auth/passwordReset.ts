import { z } from 'zod';
import type { Supabase } from '../../platform/index.ts';

const NOT_SENT = 'Failed to send password reset email';
const RESET_FAILED = 'Password reset failed';
export const NEW_PASSWORD_SENT = 'New password sent! Check your email and use it to sign in immediately.';

/** What the function answers; what else it may say is not read. */
const answerSchema = z.object({
  success: z.boolean().optional(),
  message: z.string().optional(),
  error: z.union([z.string(), z.object({ code: z.string().optional(), message: z.string() })]).optional(),
  details: z.object({ emailDomain: z.string().optional() }).optional(),
});
type ResetAnswer = z.infer<typeof answerSchema>;

export interface ResetAttempt {
  isSent: boolean;
  message: string;
  /** What the HTTP answer was; null where there was none. */
  status: number | null;
  body: unknown;
}

/** Asks the function for a one-time password. The answer never says whether there is such an account. */
export async function sendPasswordReset(supabase: Supabase, email: string): Promise<ResetAttempt> {
  const called = await supabase.functions.invoke<unknown>('send-password-reset', {
    body: { email: email.trim() },
  });
  const { response } = called;
  if (!response) return { isSent: false, message: RESET_FAILED, status: null, body: String(called.error) };
  const body = called.error === null ? called.data : await readBody(response);
  const answer = answerSchema.safeParse(body).data ?? {};
  const isSent = response.ok && answer.success === true;
  return { isSent, message: isSent ? NEW_PASSWORD_SENT : refusalOf(answer), status: response.status, body };
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A gateway in between may answer anything.
    return text;
  }
}

function refusalOf({ details, error, message }: ResetAnswer): string {
  if (details?.emailDomain) {
    return `Password reset delivery failed for ${details.emailDomain}. Please contact support for a manual reset.`;
  }
  const reported = typeof error === 'string' ? error : error?.message;
  return reported ?? message ?? NOT_SENT;
}

const redeemedSchema = z.object({ success: z.literal(true), data: z.object({ tokenHash: z.string() }) });
/** As the function makes them: nothing else is worth asking for. */
const ONE_TIME_PASSWORD = /^[A-HJ-NP-Za-km-z2-9]{12}$/;

/** Signs in with a password from a mail, which is used up by it; false where it is none. */
export async function redeemOneTimePassword(
  supabase: Supabase,
  email: string,
  password: string,
): Promise<boolean> {
  if (!ONE_TIME_PASSWORD.test(password)) return false;
  const called = await supabase.functions.invoke<unknown>('redeem-password-reset', {
    body: { email, password },
  });
  const redeemed = called.error === null ? redeemedSchema.safeParse(called.data).data : null;
  if (!redeemed) return false;
  const { error: refused } = await supabase.auth.verifyOtp({
    token_hash: redeemed.data.tokenHash,
    type: 'recovery',
  });
  return refused === null;
}
