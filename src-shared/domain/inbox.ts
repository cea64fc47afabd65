/** The inbox of super admins: contact messages, feedback and requests about one's own data. */
import { CONTACT_TYPES, readContactMessage } from './contact.ts';

export const INBOX_KINDS = ['contact', 'feedback', 'gdpr'] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

export const INBOX_STATUSES = ['pending', 'in_progress', 'done'] as const;
export type InboxStatus = (typeof INBOX_STATUSES)[number];

/** What a message is about, whatever its kind. */
export const INBOX_TYPES = [...CONTACT_TYPES, 'bug', 'feature', 'performance', 'gdpr_request'] as const;

export const REPLY_STATUSES = ['queued', 'sent', 'failed'] as const;

/** As the column counts. */
export const MAX_REPLY_LENGTH = 10_000;

/** What is above an answer. */
export function replySubject(kind: InboxKind, message: string): string {
  if (kind === 'feedback') return 'Your feedback on SoundDesk';
  if (kind === 'gdpr') return 'Your request about your data at SoundDesk';
  const subject = readContactMessage(message)?.subject ?? 'Your message to SoundDesk';
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}

/** An answer as it is mailed: what was written, and below it what it answers. */
export function replyText(body: string, asked: { message: string; atMs: number } | null): string {
  if (asked === null) return `${body}\n\nSoundDesk\n`;
  const day = new Date(asked.atMs).toISOString().slice(0, 10);
  const text = readContactMessage(asked.message)?.message ?? asked.message;
  const quoted = text.split(/\r\n|\r|\n/).map((line) => (line === '' ? '>' : `> ${line}`));
  return `${body}\n\nSoundDesk\n\nOn ${day} you wrote:\n${quoted.join('\n')}\n`;
}
