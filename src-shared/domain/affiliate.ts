/** The affiliate programme: document 3, sections 2.5, 5 and 9. */
import { ROUTES } from './routes.ts';

export const AFFILIATE_STATUSES = ['pending', 'approved', 'rejected'] as const;
export const AFFILIATE_VERDICTS = ['approved', 'rejected'] as const;
type AffiliateVerdict = (typeof AFFILIATE_VERDICTS)[number];

/** Visitors a month. */
export const MONTHLY_TRAFFIC = [
  'under-1000',
  '1000-10000',
  '10000-50000',
  '50000-100000',
  'over-100000',
] as const;
export const MARKETING_CHANNELS = [
  'Blog/Content Marketing',
  'Social Media',
  'Email Marketing',
  'YouTube/Video',
  'Podcast',
  'Paid Advertising',
  'SEO/Organic Search',
  'Influencer Marketing',
] as const;
export const AFFILIATE_EXPERIENCE = ['beginner', 'intermediate', 'advanced'] as const;

export const PAYOUT_STATUSES = ['requested', 'processing', 'completed', 'refused'] as const;

/** In percent; what one has agreed to is with one's programme. */
export const COMMISSION_RATE = 20;
/** A sign-up so long after the link was followed counts. */
export const ATTRIBUTION_DAYS = 60;
/** A commission is payable once the customer's money-back time is over. */
export const COMMISSION_HOLD_DAYS = 30;
/** As the column counts. */
export const MAX_REVIEW_REASON_LENGTH = 2000;

const CODE = /^SD[A-Z0-9]{6}$/;
export const isAffiliateCode = (text: string): boolean => CODE.test(text);

/** `{site}/signup?ref={code}` */
export const affiliateLink = (site: string, code: string): string => `${site}${ROUTES.signUp}?ref=${code}`;

/** The mail that reports a decision. `site`: where the app is, where that is known. */
export function reviewMail(
  verdict: AffiliateVerdict,
  reason: string,
  site: string | null,
): { subject: string; body: string } {
  const page = site === null ? '' : `:\n\n${site}${ROUTES.affiliate}`;
  if (verdict === 'rejected') {
    return {
      subject: 'Your application to the SoundDesk affiliate programme',
      body: `Thank you for your interest in the SoundDesk affiliate programme. We do not take you in, for this reason:\n\n${reason.trim()}\n\nYou can change your application and send it again on the affiliate page${page || '.'}`,
    };
  }
  return {
    subject: 'Welcome to the SoundDesk affiliate programme',
    body: `Your application was approved. You earn ${COMMISSION_RATE}% of what customers pay who sign up by your link.\n\nYour link, images to use with it, your referrals and your payouts are on the affiliate page${page || '.'}`,
  };
}
