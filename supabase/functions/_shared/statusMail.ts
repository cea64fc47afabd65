/** Mail on incidents: asked for, confirmed, sent from a queue, and ended by a link. */
import { z } from 'zod';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import {
  isIncidentOver,
  INCIDENT_IMPACTS,
  INCIDENT_STATES,
} from '../../../src-shared/domain/serviceStatus.ts';
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
import { linkOrigin, readLink, signLink } from './links.ts';
import { forServer } from './upkeep.ts';

/** In ten minutes and from one network address. */
const TRIES = 10;
/** Mails to one address that asks again and again. */
const MAILS_TO_ADDRESS = { most: 3, windowSec: 3600 };
const CLAIMED_AT_ONCE = 20;
/** Then the next run continues: a hosted function may not run for long. */
const RUN_LIMIT_MS = 60_000;

const subscribeSchema = z.object({
  email: z
    .string('Enter a valid email address.')
    .max(254, 'Enter a valid email address.')
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.email('Enter a valid email address.')),
  /** A field that no person sees: who fills it in is none. */
  homepage: z.string().max(1000),
  /** Where this app runs; taken where the link may lead there. */
  origin: z.url().max(200).optional(),
});
const tokenSchema = z.object({ token: z.string('The link is not complete.').max(200) });

const claimedSchema = z.array(
  z.object({
    id: z.uuid(),
    kind: z.enum(['confirm', 'known', 'opened', 'resolved']),
    subscriber: z.uuid(),
    email: z.string(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    status: z.enum(INCIDENT_STATES).nullable(),
    impact: z.enum(INCIDENT_IMPACTS).nullable(),
    started_at: z.string().nullable(),
  }),
);
type Claimed = z.infer<typeof claimedSchema>[number];

/** The same is done, and answered, for an address that is known: what it gets by mail nobody else reads. */
export function makeSubscribeStatus(environment: FunctionEnvironment): Handler {
  return guarded(
    environment,
    'subscribe-status',
    subscribeSchema,
    async ({ email, homepage, origin }) => {
      const site = linkOrigin(environment.siteUrl, origin);
      if (!environment.sendMail || site === null)
        return failure(503, 'MAIL_NOT_CONFIGURED', 'Email service not configured');
      const taken = answer(200, { success: true });
      if (homepage !== '') return taken;
      const { most, windowSec } = MAILS_TO_ADDRESS;
      if (!(await isSubjectWithinLimit(environment, email, 'status-mail', most, windowSec)))
        return failure(429, 'TOO_MANY_REQUESTS', 'Too many requests for this address. Wait an hour.');
      const mail = await callProcedure(environment, 'request_status_subscription', {
        subscriber_email: email,
      });
      // What cannot be delivered now stays in the queue: the answer is the same.
      await sendDue(environment, site, z.uuid().parse(mail));
      return taken;
    },
    TRIES,
  );
}

export function makeConfirmStatus(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'confirm-status', tokenSchema, async ({ token }) => {
    const subscriber = await readLink(environment, 'status-confirm', token);
    const isConfirmed =
      subscriber !== null &&
      (await callProcedure(environment, 'confirm_status_subscription', { subscriber }));
    if (isConfirmed !== true)
      return failure(410, 'LINK_ENDED', 'This link is no longer valid. Subscribe again to get a new one.');
    return answer(200, { success: true });
  });
}

/** By the page, or by a mail program (RFC 8058): its token is in the address then. Anyone who has left is answered the same. */
export function makeUnsubscribeStatus(environment: FunctionEnvironment): Handler {
  const byToken = guarded(environment, 'unsubscribe-status', tokenSchema, async ({ token }) => {
    const subscriber = await readLink(environment, 'status-unsubscribe', token);
    if (subscriber === null) return failure(400, 'BAD_LINK', 'This link is not complete. Copy all of it.');
    await callProcedure(environment, 'end_status_subscription', { subscriber });
    return answer(200, { success: true });
  });
  return (request) => {
    const token = new URL(request.url).searchParams.get('token');
    if (token === null || request.method !== 'POST') return byToken(request);
    const { headers, method, url } = request;
    return byToken(new Request(url, { method, headers, body: JSON.stringify({ token }) }));
  };
}

/** Sends what is due, for as long as a run may take. */
export function makeSendStatusMails(environment: FunctionEnvironment): Handler {
  return forServer(environment, async () => {
    const site = linkOrigin(environment.siteUrl, undefined);
    if (!environment.sendMail || site === null)
      return answer(200, { success: true, data: { sent: 0, failed: 0 } });
    const endMs = environment.nowMs() + RUN_LIMIT_MS;
    const data = { sent: 0, failed: 0 };
    do {
      const { sent, failed } = await sendDue(environment, site);
      if (sent + failed === 0) break;
      data.sent += sent;
      data.failed += failed;
    } while (environment.nowMs() < endMs);
    return answer(200, { success: true, data });
  });
}

/** Each mail for itself: one that cannot be delivered falls due again, and keeps no other back. */
async function sendDue(environment: FunctionEnvironment, site: string, only?: string) {
  const claimed = claimedSchema.parse(
    await callProcedure(environment, 'claim_status_mails', {
      most: CLAIMED_AT_ONCE,
      only_mail: only ?? null,
    }),
  );
  let sent = 0;
  for (const mail of claimed) {
    try {
      await environment.sendMail?.(await mailOf(environment, site, mail));
    } catch {
      continue;
    }
    await callProcedure(environment, 'settle_status_mail', { mail: mail.id });
    sent += 1;
  }
  return { sent, failed: claimed.length - sent };
}

async function mailOf(environment: FunctionEnvironment, site: string, mail: Claimed): Promise<OutgoingMail> {
  const to = mail.email;
  const page = new URL(ROUTES.status, site).href;
  if (mail.kind === 'confirm') {
    const link = `${page}?confirm=${await signLink(environment, 'status-confirm', mail.subscriber)}`;
    return { to, subject: 'Confirm: mail on incidents of SoundDesk', text: confirmText(link) };
  }
  const token = await signLink(environment, 'status-unsubscribe', mail.subscriber);
  const leave = `${page}?unsubscribe=${token}`;
  const unsubscribeUrl = `${environment.url}/functions/v1/unsubscribe-status?token=${token}`;
  if (mail.kind === 'known')
    return { to, subject: 'You get mail on incidents of SoundDesk', text: knownText(leave), unsubscribeUrl };
  const title = (mail.title ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const isOver = mail.status !== null && isIncidentOver(mail.status);
  const text = [
    `${title}\n\nStatus: ${mail.status}. Impact: ${mail.impact}. Begun: ${utcText(mail.started_at)}.`,
    ...(mail.description ? [mail.description] : []),
    `${isOver ? 'What happened' : 'What happens next'}:\n\n${page}`,
    `No more of these mails, and your address erased, by this link:\n\n${leave}\n`,
  ];
  return {
    to,
    subject: `${mail.kind === 'opened' ? 'Incident' : 'Resolved'}: ${title}`,
    text: text.join('\n\n'),
    unsubscribeUrl,
  };
}

const confirmText = (link: string) =>
  `Somebody, perhaps you, asked for mail to this address when SoundDesk has an incident, and when it is resolved.\n\nOpen this link within 48 hours to confirm it:\n\n${link}\n\nIf it was not you, nothing needs to be done: no such mail will come, and the address is erased.\n`;

const knownText = (leave: string) =>
  `Somebody, perhaps you, asked for mail to this address when SoundDesk has an incident. You get it already, and nothing needs to be done.\n\nNo more of these mails, and your address erased, by this link:\n\n${leave}\n`;

const utcText = (at: string | null) =>
  at === null ? '-' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
