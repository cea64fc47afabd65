import type { Mail } from './outbox.ts';

export type LinkKind = 'signup' | 'recovery' | 'email_change' | 'invite' | 'magiclink';
/** What a code alone proves: whose mailbox it was sent to. */
export type CodeKind = LinkKind | 'reauthentication';

type LinkMail = (to: string, link: { url: string; code: string }) => Mail;

const ONCE = 'It works once, for one hour.';

/** The mails of the auth server. */
export const mails: Readonly<Record<CodeKind, LinkMail>> = {
  signup: write('Confirm your address', 'Open this link to confirm your address and start your trial:'),
  recovery: write('Reset your password', 'Open this link to set a new password:'),
  email_change: write('Confirm your new address', 'Open this link to use this address for your account:'),
  invite: write('You are invited to SoundDesk', 'Open this link to accept the invitation:'),
  magiclink: write('Sign in to SoundDesk', 'Open this link to sign in:'),
  reauthentication: (to, { code }) => ({
    to,
    subject: 'Confirm that it is you',
    text: `Type this code to change your account's password or email address:\n\nYour code: ${code}\n\n${ONCE} If you did not ask for it, somebody else is signed in to your account: change your password.\n`,
  }),
};

function write(subject: string, sentence: string): LinkMail {
  return (to, { url, code }) => ({
    to,
    subject,
    text: `${sentence}\n\n${url}\n\nOr type this code: ${code}\n\n${ONCE} If you did not ask for it, nothing needs to be done.\n`,
  });
}

const NOT_YOU = 'If this was not you, reset your password now: that signs everybody else out.';

/** The mail to the owner of an account about a change, without a link in it. */
export const notices = {
  emailAsked: (to: string, next: string): Mail => ({
    to,
    subject: 'Your address is about to change',
    text: `The address of your SoundDesk account is about to change from ${to} to ${next}. The change counts when the link in the mail to ${next} is opened.\n\n${NOT_YOU}\n`,
  }),
  emailChanged: (to: string, previous: string, next: string): Mail => ({
    to,
    subject: 'Your address was changed',
    text: `The address of your SoundDesk account was changed from ${previous} to ${next}.\n\n${to === next ? NOT_YOU : 'If this was not you, contact us at once: answer with this mail.'}\n`,
  }),
  passwordChanged: (to: string): Mail => ({
    to,
    subject: 'Your password was changed',
    text: `The password of your SoundDesk account was changed, and everybody who was signed in elsewhere is signed out.\n\n${NOT_YOU}\n`,
  }),
};
