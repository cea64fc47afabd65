/** The one price list: document 3, section 9. Every page, dialog and answer reads it from here. */

export const PLAN_IDS = ['essential', 'professional', 'enterprise'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export const BILLING_CYCLES = ['monthly', 'yearly'] as const;
export type BillingCycle = (typeof BILLING_CYCLES)[number];

export interface Plan {
  id: PlanId;
  /** US dollars for a user and a month. */
  monthlyUsd: number;
  /** US dollars for a user and a year. */
  yearlyUsd: number;
  isPopular: boolean;
}

export const PLANS: readonly Plan[] = [
  { id: 'essential', monthlyUsd: 10, yearlyUsd: 102, isPopular: false },
  { id: 'professional', monthlyUsd: 14, yearlyUsd: 142, isPopular: true },
  { id: 'enterprise', monthlyUsd: 22, yearlyUsd: 224, isPopular: false },
];

export const MONEY_BACK_DAYS = 30;
export const VOLUME_DISCOUNT_SEATS = 50;
/** Yearly is labelled with this; what is saved of a plan is `yearlySavingUsd`. */
export const YEARLY_SAVING_LABEL_PERCENT = 15;

/** Twelve months paid one by one, less the yearly price. */
export function yearlySavingUsd({ monthlyUsd, yearlyUsd }: Plan): number {
  return 12 * monthlyUsd - yearlyUsd;
}

/** A limit of a plan: a number, or none. */
type Limit = number | 'unlimited';

export interface PlanLimits {
  audioTracks: Limit;
  videoSources: Limit;
  apiCallsPerMonth: Limit;
  broadcasting: boolean;
  voiceAi: boolean;
  apiAccess: boolean;
  teams: 'none' | 'basic' | 'advanced';
  support: 'email' | 'priority' | 'dedicated';
}

export const PLAN_LIMITS: Readonly<Record<PlanId, PlanLimits>> = {
  essential: {
    audioTracks: 1,
    videoSources: 1,
    apiCallsPerMonth: 1000,
    broadcasting: false,
    voiceAi: false,
    apiAccess: false,
    teams: 'none',
    support: 'email',
  },
  professional: {
    audioTracks: 4,
    videoSources: 2,
    apiCallsPerMonth: 100_000,
    broadcasting: true,
    voiceAi: true,
    apiAccess: false,
    teams: 'basic',
    support: 'priority',
  },
  enterprise: {
    audioTracks: 'unlimited',
    videoSources: 'unlimited',
    apiCallsPerMonth: 'unlimited',
    broadcasting: true,
    voiceAi: true,
    apiAccess: true,
    teams: 'advanced',
    support: 'dedicated',
  },
};

/** What a plan adds to the one before it, in the order of document 3. */
export const PLAN_FEATURES = {
  essential: ['noise', 'singleTrack', 'screenCapture', 'dashboard', 'emailSupport'],
  professional: ['strongNoise', 'multiTrack', 'broadcasting', 'voiceAi', 'transcription', 'prioritySupport'],
  enterprise: ['unlimited', 'apiAccess', 'analytics', 'integrations', 'dedicatedSupport'],
} as const satisfies Record<PlanId, readonly string[]>;
export type PlanFeature = (typeof PLAN_FEATURES)[PlanId][number];

/** Named in the plans and not built yet: every page says so beside the name. A feature leaves this list as it ships. */
export const FEATURES_IN_THE_MAKING: ReadonlySet<PlanFeature> = new Set();
