/** What a merchant's account at PayPal is reached by. */
import { z } from 'zod';
import { BILLING_CYCLES, PLAN_IDS } from '../../../../src-shared/domain/plans.ts';

export const payPalPlansSchema = z.record(
  z.enum(PLAN_IDS),
  z.record(z.enum(BILLING_CYCLES), z.string().min(3).max(50)),
);

export interface PayPalSettings {
  /** `https://api-m.paypal.com` or the sandbox's: which of them is chosen by name, never handed in. */
  apiBase: string;
  clientId: string;
  clientSecret: string;
  /** The id that PayPal gave to our webhook: part of what its signatures sign. */
  webhookId: string;
  /** The six plans at PayPal, each with a quantity. */
  planIds: z.infer<typeof payPalPlansSchema>;
  /** Where the app is: PayPal sends people back there. */
  siteUrl: string;
}

export const PAYPAL_API_BASES = {
  live: 'https://api-m.paypal.com',
  sandbox: 'https://api-m.sandbox.paypal.com',
} as const;
