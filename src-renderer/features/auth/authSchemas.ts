/** What the forms of the sign-in page take. Messages are keys of the texts in ./texts.ts. */
import { z } from 'zod';

/** As the server has it; longer passwords are its own matter. */
const MIN_PASSWORD_LENGTH = 6;

const email = z.string().trim().min(1).max(254);

export const signInSchema = z.object({ email, password: z.string() });

export const forgotSchema = z.object({ email });

/** A password typed twice. An empty second field is not wrong yet: the browser asks for it. */
const newPassword = { password: z.string(), confirm: z.string() };
const isSame = ({ password, confirm }: { password: string; confirm: string }) =>
  confirm === '' || confirm === password;
const MISMATCH = { path: ['confirm'], message: 'mismatch' };

export const signUpSchema = z
  .object({ name: z.string().trim().max(120), email, ...newPassword })
  .refine(isSame, MISMATCH);

export const resetSchema = z
  .object({ ...newPassword, password: z.string().min(MIN_PASSWORD_LENGTH, { error: 'tooShort' }) })
  // Both problems are shown at once.
  .refine(isSame, { ...MISMATCH, when: () => true });
