/** The affiliate programme: where links lead, and decisions on applications with the mail that reports them. */
import { z } from 'zod';
import {
  AFFILIATE_VERDICTS,
  MAX_REVIEW_REASON_LENGTH,
  reviewMail,
} from '../../../src-shared/domain/affiliate.ts';
import {
  answer,
  callProcedureAsCaller,
  failure,
  ProcedureError,
  type FunctionEnvironment,
  type Handler,
} from './environment.ts';
import { guarded } from './guard.ts';
import { refuseOthers, sendQueued } from './inbox.ts';
import { signInFirst } from './licence.ts';
import { linkOrigin } from './links.ts';
import { readCaller } from './session.ts';
import { storable } from './storable.ts';

/** SQLSTATEs of the procedure's refusals. */
const NO_SUCH_APPLICATION = 'P0002';
const NOT_ALLOWED = '42501';
const BAD_VALUE = '22023';

const reviewSchema = z.object({
  programId: z.uuid({ error: 'There is no such application.' }),
  verdict: z.enum(AFFILIATE_VERDICTS),
  reason: storable(z.string().max(MAX_REVIEW_REASON_LENGTH, 'The reason is too long.')),
  /** Made by the sender; the same one again is the same mail. */
  mailId: z.uuid({ error: 'The decision has no id.' }),
});

/** Where an affiliate's link leads; null where this server has no site. */
export function makeAffiliateOptions(environment: FunctionEnvironment): Handler {
  const schema = z.object({ origin: z.url().max(200).optional() });
  return guarded(environment, 'affiliate-options', schema, async ({ origin }, request) => {
    if (!(await readCaller(environment, request))) return signInFirst();
    return answer(200, { success: true, data: { site: linkOrigin(environment.siteUrl, origin) } });
  });
}

/** Approves or refuses; the mail goes at once, or waits in the queue until a mail service takes it. */
export function makeReviewAffiliate(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'review-affiliate', reviewSchema, async (input, request) => {
    const refusal = await refuseOthers(environment, request);
    if (refusal) return refusal;
    const { programId: program, verdict, reason, mailId } = input;
    const { subject, body } = reviewMail(verdict, reason, linkOrigin(environment.siteUrl, undefined));
    try {
      await callProcedureAsCaller(environment, request, 'review_affiliate', {
        ...{ program, verdict, reason, mail_id: mailId, mail_subject: subject, mail_body: body },
      });
    } catch (error) {
      if (!(error instanceof ProcedureError)) throw error;
      if (error.code === NO_SUCH_APPLICATION) return failure(404, 'NO_SUCH_APPLICATION', error.message);
      if (error.code === NOT_ALLOWED) return failure(403, 'NOT_ALLOWED', error.message);
      if (error.code === BAD_VALUE) return failure(400, 'BAD_INPUT', error.message);
      throw error;
    }
    const { sendMail } = environment;
    if (!sendMail) return answer(200, { success: true, data: { mail: 'queued', problem: null } });
    const [outcome] = await sendQueued(environment, sendMail, mailId);
    // Nothing to send: it was sent before, or the same was decided before.
    const data = { mail: outcome?.status ?? 'sent', problem: outcome?.problem ?? null };
    return answer(200, { success: true, data });
  });
}
