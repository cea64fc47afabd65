import { z } from 'zod';
import {
  AFFILIATE_EXPERIENCE,
  MARKETING_CHANNELS,
  MONTHLY_TRAFFIC,
} from '../../../src-shared/domain/affiliate.ts';

/** As the columns count. */
export const MAX_COMPANY_LENGTH = 200;
export const MAX_WEBSITE_LENGTH = 500;
export const MAX_MOTIVATION_LENGTH = 4000;

/** What the selects hold while nothing is chosen. */
export const NOT_CHOSEN = 'not-chosen';
export const NOT_SAID = 'not-said';

/** The application as it is typed. Messages are keys of the texts. */
export const applicationSchema = z.object({
  companyName: z.string().trim().min(1, 'required').max(MAX_COMPANY_LENGTH),
  website: z
    .string()
    .trim()
    .min(1, 'required')
    .max(MAX_WEBSITE_LENGTH, 'url')
    .pipe(z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'url' })),
  monthlyTraffic: z.string().refine((value) => MONTHLY_TRAFFIC.some((one) => one === value), 'required'),
  marketingChannels: z.array(z.enum(MARKETING_CHANNELS)).min(1),
  experience: z.enum([NOT_SAID, ...AFFILIATE_EXPERIENCE]),
  motivation: z.string().trim().min(1, 'required').max(MAX_MOTIVATION_LENGTH),
});
export type TypedApplication = z.infer<typeof applicationSchema>;
export type FormProblem = 'required' | 'url';
