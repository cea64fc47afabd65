import type { Mail } from './outbox.ts';

export type LinkKind = 'signup' | 'recovery' | 'email_change' | 'invite' | 'magiclink';

type LinkMail = (to: string, link: { url: string; code: string }) => Mail;

/** The mails of the auth server. */
export const mails: Readonly<Record<LinkKind, LinkMail>> = {
  signup: write('Confirm your address', 'Open this link to confirm your address and start your trial:'),
  recovery: write('Reset your password', 'Open this link to set a new password:'),
  email_change: write('Confirm your new address', 'Open this link to use this address for your account:'),
  invite: write('You are invited to SoundDesk', 'Open this link to accept the invitation:'),
  magiclink: write('Sign in to SoundDesk', 'Open this link to sign in:'),
};

function write(subject: string, sentence: string): LinkMail {
  return (to, { url, code }) => ({
    to,
    subject,
    text: `${sentence}\n\n${url}\n\nOr type this code: ${code}\n\nIt works once, for one hour. If you did not ask for it, nothing needs to be done.\n`,
  });
}
