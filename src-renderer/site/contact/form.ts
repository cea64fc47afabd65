import { z } from 'zod';
import {
  CONTACT_TYPES,
  MAX_CONTACT_EMAIL_LENGTH,
  MAX_CONTACT_MESSAGE_LENGTH,
  MAX_CONTACT_NAME_LENGTH,
  MAX_CONTACT_SUBJECT_LENGTH,
} from '../../../src-shared/domain/contact.ts';

const text = (most: number) => z.string().trim().min(1, 'required').max(most, 'tooLong');

/** What is typed; messages are keys of the texts under `form`. */
export const contactFormSchema = z.object({
  contactType: z.enum(CONTACT_TYPES),
  name: text(MAX_CONTACT_NAME_LENGTH),
  email: z.string().trim().max(MAX_CONTACT_EMAIL_LENGTH, 'tooLong').pipe(z.email('emailInvalid')),
  subject: text(MAX_CONTACT_SUBJECT_LENGTH),
  message: text(MAX_CONTACT_MESSAGE_LENGTH),
  homepage: z.string(),
});
export type ContactForm = z.infer<typeof contactFormSchema>;

/** The schema's messages. */
export type FormProblem = 'required' | 'tooLong' | 'emailInvalid';
