/** The functions of supabase/functions, called in this process with the same handlers. */
import { createHmac, randomBytes } from 'node:crypto';
import { makeUseApiKey } from '../functions/_shared/apiKey.ts';
import { makeAffiliateOptions, makeReviewAffiliate } from '../functions/_shared/affiliate.ts';
import {
  makeBillingOptions,
  makeCancelSubscription,
  makeHandlePayPalSubscription,
  makeStartSubscription,
} from '../functions/_shared/billing.ts';
import { makeSubmitContact } from '../functions/_shared/contact.ts';
import { makeSubmitDataRequest } from '../functions/_shared/dataRequest.ts';
import type { FunctionEnvironment, OutgoingMail } from '../functions/_shared/environment.ts';
import { makeSubmitFeedback } from '../functions/_shared/feedback.ts';
import { makeDeliverInboxReplies, makeInboxOptions, makeSendInboxReply } from '../functions/_shared/inbox.ts';
import { makeInviteMember } from '../functions/_shared/invitation.ts';
import {
  makeActivateLicence,
  makeActivateOwnLicence,
  makeLicenceIssuer,
  makeMyLicences,
  makeRefreshLicence,
  makeReleaseLicence,
  makeStartTrial,
} from '../functions/_shared/licence.ts';
import { makeGenerateLicence, makeRevealLicence } from '../functions/_shared/licenceAdmin.ts';
import { makeRedeemPasswordReset, makeSendPasswordReset } from '../functions/_shared/passwordReset.ts';
import type { PayPalSettings } from '../functions/_shared/paypal/settings.ts';
import { makeGatewayWebhook } from '../functions/_shared/gatewayWebhook.ts';
import { makePayPalWebhook, makeReconcileBilling } from '../functions/_shared/paypalWebhook.ts';
import {
  makeConfirmStatus,
  makeSendStatusMails,
  makeSubscribeStatus,
  makeUnsubscribeStatus,
} from '../functions/_shared/statusMail.ts';
import {
  makeDeleteDueAccounts,
  makeDeleteOldRecords,
  makeProbeServices,
} from '../functions/_shared/upkeep.ts';
import type { FunctionHandler } from './gateway.ts';
import type { Secrets } from './secrets.ts';

export interface FunctionsOptions {
  url: string;
  /** How this backend is asked. */
  fetch: typeof fetch;
  secrets: Secrets;
  sendMail: (mail: OutgoingMail) => Promise<void>;
  siteUrl: string;
  nowMs: () => number;
  /** Set by tests alone: an embedded backend sells nothing. */
  payPal?: PayPalSettings;
  isDatabaseDamaged?: () => boolean;
}

export function createFunctions({
  url,
  fetch,
  secrets,
  sendMail,
  siteUrl,
  nowMs,
  payPal,
  isDatabaseDamaged,
}: FunctionsOptions): Readonly<Record<string, FunctionHandler>> {
  const environment: FunctionEnvironment = {
    url,
    fetch,
    serviceKey: secrets.serviceKey,
    licencePrivateJwk: secrets.licencePrivateJwk,
    sealingSecret: sealingSecretOf(secrets),
    addressSalt: secrets.addressSalt,
    // The gateway writes it itself, as one entry.
    clientAddress: { header: 'x-forwarded-for', proxies: 1 },
    nowMs,
    randomBytes: (count) => randomBytes(count),
    sendMail,
    // Mail stays in an outbox on this machine: no service is set up that could be asked.
    probeMail: null,
    voiceUrls: [],
    siteUrl,
    payPal: payPal ?? null,
    ...(isDatabaseDamaged ? { isDatabaseDamaged } : {}),
  };
  return {
    'activate-license': makeActivateLicence(environment),
    'refresh-license': makeRefreshLicence(environment),
    'release-license': makeReleaseLicence(environment),
    'activate-own-license': makeActivateOwnLicence(environment),
    'start-trial': makeStartTrial(environment),
    'my-licenses': makeMyLicences(environment),
    'license-issuer': makeLicenceIssuer(environment),
    'generate-license': makeGenerateLicence(environment),
    'reveal-license': makeRevealLicence(environment),
    'send-password-reset': makeSendPasswordReset(environment),
    'redeem-password-reset': makeRedeemPasswordReset(environment),
    'submit-contact': makeSubmitContact(environment),
    'submit-data-request': makeSubmitDataRequest(environment),
    'probe-services': makeProbeServices(environment),
    'delete-due-accounts': makeDeleteDueAccounts(environment),
    'delete-old-records': makeDeleteOldRecords(environment),
    'subscribe-status': makeSubscribeStatus(environment),
    'confirm-status': makeConfirmStatus(environment),
    'unsubscribe-status': makeUnsubscribeStatus(environment),
    'send-status-mails': makeSendStatusMails(environment),
    'submit-feedback': makeSubmitFeedback(environment),
    'inbox-options': makeInboxOptions(environment),
    'send-inbox-reply': makeSendInboxReply(environment),
    'deliver-inbox-replies': makeDeliverInboxReplies(environment),
    'affiliate-options': makeAffiliateOptions(environment),
    'review-affiliate': makeReviewAffiliate(environment),
    'invite-member': makeInviteMember(environment),
    'billing-options': makeBillingOptions(environment),
    'start-subscription': makeStartSubscription(environment),
    'handle-paypal-subscription': makeHandlePayPalSubscription(environment),
    'cancel-subscription': makeCancelSubscription(environment),
    'paypal-webhook': makePayPalWebhook(environment),
    'reconcile-billing': makeReconcileBilling(environment),
    'psfaba-webhook': makeGatewayWebhook(environment),
    'use-api-key': makeUseApiKey(environment),
  };
}

/** Of its own, though made from the signing key: an older installation has no further secret. */
export function sealingSecretOf({ licencePrivateJwk }: Secrets): string {
  return createHmac('sha256', String(licencePrivateJwk.d)).update('licence keys').digest('base64url');
}
