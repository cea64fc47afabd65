/** The contact form: document 3, sections 2.10 and 5. */

export const CONTACT_TYPES = [
  'general',
  'support',
  'sales',
  'license_request',
  'download_support',
  'partnership',
  'media',
] as const;
export type ContactType = (typeof CONTACT_TYPES)[number];

export const MAX_CONTACT_NAME_LENGTH = 200;
export const MAX_CONTACT_EMAIL_LENGTH = 254;
export const MAX_CONTACT_SUBJECT_LENGTH = 300;
/** With what is put before it, it fits the column that feedback is kept in (10,000 characters). */
export const MAX_CONTACT_MESSAGE_LENGTH = 9000;

/** When support answers, as the assistant says it (document 3, section 9). */
export const REPLY_HOURS = { least: 24, most: 48 };

/** Where nothing better is known. */
export const CONTACT_FAILED = 'Failed to send message';

export interface ContactText {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** Name, address, subject and text as one message, as it is kept. */
export function contactMessage({ name, email, subject, message }: ContactText): string {
  return `Name: ${name}\nEmail: ${email}\nSubject: ${subject}\n\n${message}`;
}

/** The parts of a message that `contactMessage` made; null where it made none. */
export function readContactMessage(text: string): ContactText | null {
  const parts = /^Name: (.*)\nEmail: (.*)\nSubject: (.*)\n\n([^]*)$/.exec(text);
  if (!parts) return null;
  const [, name = '', email = '', subject = '', message = ''] = parts;
  return { name, email, subject, message };
}

/** The type that an address like `/contact?type=download_request` asks for; null where it asks for none. */
export function contactTypeOf(query: string | null): ContactType | null {
  if (query === 'download_request') return 'license_request';
  return CONTACT_TYPES.find((type) => type === query) ?? null;
}
