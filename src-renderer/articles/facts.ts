import { REPLY_HOURS } from '../../src-shared/domain/contact.ts';
import { CLEAN_CONTAINERS } from '../../src-shared/domain/fileCleaning.ts';
import {
  DEFAULT_LICENCE_TRIAL_DAYS,
  FREE_TIER_MINUTES_A_DAY,
  LICENCE_GRACE_DAYS,
  LICENCE_TOKEN_DAYS,
  LICENCE_TRIAL_DAYS,
} from '../../src-shared/domain/licence.ts';
import { MONEY_BACK_DAYS, VOLUME_DISCOUNT_SEATS } from '../../src-shared/domain/plans.ts';

/** Figures that answers name as `{{minutes}}`: each from the table that the product itself works by. */
export const FACTS = {
  minutes: FREE_TIER_MINUTES_A_DAY,
  trialDays: LICENCE_TRIAL_DAYS,
  keyDays: DEFAULT_LICENCE_TRIAL_DAYS,
  tokenDays: LICENCE_TOKEN_DAYS,
  graceDays: LICENCE_GRACE_DAYS,
  refundDays: MONEY_BACK_DAYS,
  seats: VOLUME_DISCOUNT_SEATS,
  formats: CLEAN_CONTAINERS.map((name) => name.toUpperCase()).join(', '),
  leastHours: REPLY_HOURS.least,
  mostHours: REPLY_HOURS.most,
} as const;

/** A text with the figures in place of their names. */
export function withFacts(text: string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    name in FACTS ? String(FACTS[name as keyof typeof FACTS]) : whole,
  );
}
