/** What a plan lets one take record on this device: document 3, section 9, "Features and limits". */
import { z } from 'zod';
import { isAdvanced, type DefaultEngine, type DenoiseEngine } from './denoise.ts';
import { PLAN_FEATURES, PLAN_IDS, PLAN_LIMITS, type PlanFeature } from './plans.ts';

export const recordingLimitsSchema = z.object({
  /** What it is called on screen: a plan's id, or the Free tier. */
  plan: z.enum([...PLAN_IDS, 'free']),
  /** Audio tracks of one take; a mix of many channels is one track. Null: without a limit. */
  audioTracks: z.int().nullable(),
  /** Cameras of one take, and as many screens. Null: without a limit. */
  videoSources: z.int().nullable(),
});
export type RecordingLimits = z.infer<typeof recordingLimitsSchema>;

const FREE_TIER: RecordingLimits = { plan: 'free', audioTracks: 1, videoSources: 1 };

/** The limits of a plan; null of one that this version does not know: what was paid for later is not cut short. */
export function recordingLimitsOf(plan: string): RecordingLimits | null {
  if (plan === 'free') return FREE_TIER;
  const known = PLAN_IDS.find((id) => id === plan);
  if (!known) return null;
  const { audioTracks, videoSources } = PLAN_LIMITS[known];
  const amount = (limit: typeof audioTracks) => (limit === 'unlimited' ? null : limit);
  return { plan: known, audioTracks: amount(audioTracks), videoSources: amount(videoSources) };
}

const ADVANCED: PlanFeature = 'strongNoise';
/** The first plan with advanced noise cancellation; those after it have it, too. */
const ADVANCED_FROM = PLAN_IDS.findIndex((id) =>
  (PLAN_FEATURES[id] as readonly PlanFeature[]).includes(ADVANCED),
);

/** Whether a plan has advanced noise cancellation: every model but RNNoise. Where no plan is known, all is allowed. */
function hasAdvancedCleaning(limits: RecordingLimits | null): boolean {
  if (limits === null) return true;
  return limits.plan !== 'free' && PLAN_IDS.indexOf(limits.plan) >= ADVANCED_FROM;
}

/** What is said where a model is not part of the plan; null where it is. */
export function describeCleaningExcess(
  limits: RecordingLimits | null,
  engines: readonly DenoiseEngine[],
): string | null {
  if (limits === null || hasAdvancedCleaning(limits) || !engines.some(isAdvanced)) return null;
  return `${PLAN_NAMES[limits.plan]} has basic noise cancellation. Choose “Standard” as the noise model, or change to the Professional plan under Billing.`;
}

/**
 * The noise model where nobody chose one, of files, voices of takes, the microphone beside a screen and new channels: auto, where
 * the plan and the host have it (docs/decisions/0115-auto-by-default.md).
 */
export function defaultEngine(
  limits: RecordingLimits | null,
  engines: readonly DenoiseEngine[],
): DefaultEngine {
  return engines.includes('auto') && hasAdvancedCleaning(limits) ? 'auto' : 'rnnoise';
}

export type LimitedSource = 'audio' | 'video' | 'screen';

const NAMES = {
  audio: ['audio track', 'audio tracks'],
  video: ['camera', 'cameras'],
  screen: ['screen', 'screens'],
} as const;
const PLAN_NAMES = {
  free: 'The Free tier',
  essential: 'The Essential plan',
  professional: 'The Professional plan',
  enterprise: 'The Enterprise plan',
};

export const limitOf = (limits: RecordingLimits, source: LimitedSource): number | null =>
  source === 'audio' ? limits.audioTracks : limits.videoSources;

/** What is said where a take has all that the plan records, before another one is added; null where there is room. */
export function describeLimit(
  limits: RecordingLimits | null,
  source: LimitedSource,
  count: number,
): string | null {
  const limit = limits && limitOf(limits, source);
  if (limits === null || limit === null || count !== limit) return null;
  return `${PLAN_NAMES[limits.plan]} records ${amountOf(limit, source)} at a time: no more can be on at once.`;
}

const amountOf = (count: number, source: LimitedSource): string =>
  `${count} ${NAMES[source][count === 1 ? 0 : 1]}`;

/** What is said where a take would have more than the plan's; null where it has not. */
export function describeExcess(
  limits: RecordingLimits | null,
  source: LimitedSource,
  count: number,
): string | null {
  const limit = limits && limitOf(limits, source);
  if (limits === null || limit === null || count <= limit) return null;
  const remedy =
    source === 'audio' ? `Turn off ${count - limit}, record them as one mix` : `Turn off ${count - limit}`;
  return `${PLAN_NAMES[limits.plan]} records ${amountOf(limit, source)} at a time, and ${count} are on. ${remedy}, or change to a larger plan under Billing.`;
}

/** Whether a plan has Voice AI: from Professional on. Where no plan is known, all is allowed. */
export function hasVoiceAi(limits: Pick<RecordingLimits, 'plan'> | null): boolean {
  return limits === null || (limits.plan !== 'free' && PLAN_LIMITS[limits.plan].voiceAi);
}
