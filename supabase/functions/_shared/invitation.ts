/** Invites somebody to an organisation: the database decides whether the caller may, and the mail carries the link. */
import { z } from 'zod';
import { INVITATION_DAYS, INVITED_ROLES } from '../../../src-shared/domain/organization.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import {
  answer,
  callProcedureAsCaller,
  failure,
  isSubjectWithinLimit,
  ProcedureError,
  type FunctionEnvironment,
  type Handler,
  type OutgoingMail,
} from './environment.ts';
import { guarded } from './guard.ts';
import { signInFirst } from './licence.ts';
import { leadsToThisMachine, linkOrigin } from './links.ts';
import { readCaller } from './session.ts';

/** Mails of one organisation, and mails to one address, no matter who invites it. */
const MAILS_OF_ORGANIZATION = { most: 100, windowSec: 3600 };
const MAILS_TO_ADDRESS = { most: 5, windowSec: 3600 };
/** SQLSTATEs of the procedure's refusals. */
const NOT_ALLOWED = '42501';
const BAD_VALUE = '22023';
const ADMINS_ONLY = 'Only owners and admins of this organization may do this.';
const TOO_MANY = 'Too many invitations were sent. Wait an hour and try again.';

const schema = z.object({
  organizationId: z.uuid(),
  email: z
    .string('Enter a valid email address.')
    .max(254, 'Enter a valid email address.')
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.email('Enter a valid email address.')),
  role: z.enum(INVITED_ROLES),
  /** Where this app runs; taken where the link may lead there. */
  origin: z.url().max(200).optional(),
});

export function makeInviteMember(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'invite-member', schema, async (input, request) => {
    if (!(await readCaller(environment, request))) return signInFirst();
    const { organizationId: organization, email, role } = input;
    const { sendMail } = environment;
    const origin = linkOrigin(environment.siteUrl, input.origin);
    if (!sendMail || origin === null)
      return failure(503, 'MAIL_NOT_CONFIGURED', 'Email service not configured');
    const isWithin = (counted: string, { most, windowSec }: typeof MAILS_TO_ADDRESS) =>
      isSubjectWithinLimit(environment, counted, 'invitation-mail', most, windowSec);
    try {
      const name = await readName(environment, request, organization);
      if (name === null) return failure(403, 'NOT_ALLOWED', ADMINS_ONLY);
      if (
        !(await isWithin(organization, MAILS_OF_ORGANIZATION)) ||
        !(await isWithin(email, MAILS_TO_ADDRESS))
      )
        return failure(429, 'TOO_MANY_REQUESTS', TOO_MANY);
      const token = await callProcedureAsCaller(environment, request, 'invite_to_organization', {
        organization,
        invited_email: email,
        invited_role: role,
      });
      const link = new URL(`${ROUTES.users}?invitation=${z.string().parse(token)}`, origin).href;
      return await deliver(sendMail, mailOf(email, name, role, link), leadsToThisMachine(origin));
    } catch (error) {
      if (error instanceof ProcedureError && error.code === NOT_ALLOWED)
        return failure(403, 'NOT_ALLOWED', error.message);
      if (error instanceof ProcedureError && error.code === BAD_VALUE)
        return failure(400, 'BAD_INPUT', error.message);
      throw error;
    }
  });
}

/** The invitation is kept in any case: it can be sent again from the list. */
async function deliver(
  send: (mail: OutgoingMail) => Promise<void>,
  mail: OutgoingMail,
  isLocal: boolean,
): Promise<Response> {
  try {
    await send(mail);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure(
      502,
      'DELIVERY_FAILED',
      `The invitation was made, but its email was not delivered (${reason}). Resend it from the list.`,
    );
  }
  return answer(200, { success: true, data: { email: mail.to, isLocal } });
}

/** The organisation's name, for its owners and admins; null for everybody else. Read as the caller. */
async function readName(
  environment: FunctionEnvironment,
  request: Request,
  organization: string,
): Promise<string | null> {
  const rows = z
    .array(z.object({ id: z.string(), name: z.string(), role: z.string(), status: z.string() }))
    .parse(await callProcedureAsCaller(environment, request, 'list_my_organizations', {}));
  const own = rows.find(
    ({ id, role, status }) => id === organization && role !== 'member' && status === 'active',
  );
  return own ? oneLine(own.name) : null;
}

/** A name is a name, and no text of its own in our mail. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/https?:\/\//gi, '')
    .slice(0, 120);

const mailOf = (to: string, organization: string, role: string, link: string): OutgoingMail => ({
  to,
  subject: `You are invited to ${organization} on SoundDesk`,
  text: `You are invited to join the organization “${organization}” on SoundDesk as ${role === 'admin' ? 'an admin' : 'a member'}.\n\nOpen this link within ${INVITATION_DAYS} days, and sign in or create an account with this email address:\n\n${link}\n\nIf you do not know who invited you, nothing needs to be done.\n`,
});
