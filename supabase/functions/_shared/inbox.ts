/** Answers to what people wrote: a super admin writes them, the mail service sends them, the case keeps them. */
import { z } from 'zod';
import {
  INBOX_KINDS,
  MAX_REPLY_LENGTH,
  REPLY_STATUSES,
  replySubject,
  replyText,
} from '../../../src-shared/domain/inbox.ts';
import {
  answer,
  callProcedure,
  callProcedureAsCaller,
  failure,
  ProcedureError,
  type FunctionEnvironment,
  type Handler,
  type OutgoingMail,
} from './environment.ts';
import { guarded } from './guard.ts';
import { signInFirst } from './licence.ts';
import { readCaller } from './session.ts';
import { storable } from './storable.ts';
import { forServer } from './upkeep.ts';

/** SQLSTATEs of the procedures' refusals. */
const NO_SUCH_CASE = 'P0002';
const NO_ADDRESS = '22023';

const replySchema = z.object({
  /** Made by the sender; the same one again is the same answer. */
  id: z.uuid({ error: 'The reply has no id.' }),
  caseId: z.uuid({ error: 'The reply belongs to no message.' }),
  body: storable(z.string('Write a reply first.').max(MAX_REPLY_LENGTH, 'The reply is too long.')).pipe(
    z.string().trim().min(1, 'Write a reply first.'),
  ),
});
const caseSchema = z.object({ kind: z.enum(INBOX_KINDS), message: z.string() }).nullable();
const claimedSchema = z.array(
  z.object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    body: z.string(),
    /** null: what is answered was no message. */
    askedAt: z.string().nullable(),
    asked: z.string().nullable(),
  }),
);

/** Whether answers can be mailed at all. */
export function makeInboxOptions(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'inbox-options', z.object({}), async (_, request) => {
    const refusal = await refuseOthers(environment, request);
    return refusal ?? answer(200, { success: true, data: { canSendMail: environment.sendMail !== null } });
  });
}

/** Writes an answer down and sends it; what the mail service does not take now goes with the queue. */
export function makeSendInboxReply(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'send-inbox-reply', replySchema, async ({ id, caseId, body }, request) => {
    const refusal = await refuseOthers(environment, request);
    if (refusal) return refusal;
    const { sendMail } = environment;
    if (!sendMail) return failure(503, 'MAIL_NOT_CONFIGURED', 'Email service not configured');
    try {
      const answered = caseSchema.parse(
        await callProcedureAsCaller(environment, request, 'read_inbox_case', { case_id: caseId }),
      );
      const subject = answered ? replySubject(answered.kind, answered.message) : '';
      await callProcedureAsCaller(environment, request, 'queue_inbox_reply', {
        reply_id: id,
        case_id: caseId,
        reply_subject: subject,
        reply_body: body,
      });
    } catch (error) {
      if (error instanceof ProcedureError && error.code === NO_SUCH_CASE)
        return failure(404, 'NO_SUCH_MESSAGE', error.message);
      if (error instanceof ProcedureError && error.code === NO_ADDRESS)
        return failure(400, 'NO_ADDRESS', error.message);
      throw error;
    }
    const [outcome] = await sendQueued(environment, sendMail, id);
    // Nothing to send: it was sent before, or is being sent now.
    return answer(200, { success: true, data: outcome ?? { status: 'sent', problem: null } });
  });
}

/** Sends what waits in the queue. */
export function makeDeliverInboxReplies(environment: FunctionEnvironment): Handler {
  return forServer(environment, async () => {
    const { sendMail } = environment;
    const outcomes = sendMail ? await sendQueued(environment, sendMail, null) : [];
    const sent = outcomes.filter(({ status }) => status === 'sent').length;
    return answer(200, { success: true, data: { sent, tried: outcomes.length } });
  });
}

/** Sends what waits in the queue, or one of it; answers what became of each. */
export async function sendQueued(
  environment: FunctionEnvironment,
  send: (mail: OutgoingMail) => Promise<void>,
  wanted: string | null,
) {
  const claimed = claimedSchema.parse(await callProcedure(environment, 'claim_inbox_replies', { wanted }));
  const outcomes: { status: (typeof REPLY_STATUSES)[number]; problem: string | null }[] = [];
  for (const { id, to, subject, body, asked, askedAt } of claimed) {
    const message = asked === null || askedAt === null ? null : { message: asked, atMs: Date.parse(askedAt) };
    const problem = await problemOf(send({ id, to, subject, text: replyText(body, message) }));
    const settled = await callProcedure(environment, 'settle_inbox_reply', { reply_id: id, problem });
    // The case was deleted while its answer went out.
    const status = z.enum(REPLY_STATUSES).nullable().parse(settled);
    if (status !== null) outcomes.push({ status, problem });
  }
  return outcomes;
}

async function problemOf(sending: Promise<void>): Promise<string | null> {
  try {
    await sending;
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export async function refuseOthers(
  environment: FunctionEnvironment,
  request: Request,
): Promise<Response | null> {
  const caller = await readCaller(environment, request);
  if (!caller) return signInFirst();
  return caller.isSuperAdmin ? null : failure(403, 'SUPER_ADMIN_ONLY', 'Super Admin Access Required');
}
