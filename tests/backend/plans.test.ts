import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLAN_LIMITS, PLANS } from '../../src-shared/domain/plans.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

it('has the plans of the one price list, and the free tier', async () => {
  const { rows } = await backend.owner.query(
    `select id, monthly_price_usd::float8 as monthly, yearly_price_usd::float8 as yearly from plans order by position`,
  );
  expect(rows).toEqual([
    { id: 'free', monthly: 0, yearly: 0 },
    ...PLANS.map(({ id, monthlyUsd, yearlyUsd }) => ({ id, monthly: monthlyUsd, yearly: yearlyUsd })),
  ]);
});

it('has their limits', async () => {
  const { rows } = await backend.owner.query<{ id: keyof typeof PLAN_LIMITS }>(
    `select id, coalesce(audio_tracks::text, 'unlimited') as "audioTracks", coalesce(video_sources::text, 'unlimited') as "videoSources",
       coalesce(api_calls_per_month::text, 'unlimited') as "apiCallsPerMonth", broadcasting, voice_ai as "voiceAi",
       api_access as "apiAccess", teams
     from plans where id <> 'free' order by position`,
  );
  expect(rows).toEqual(
    Object.entries(PLAN_LIMITS).map(([id, { support: _, ...limits }]) => ({
      id,
      ...limits,
      audioTracks: String(limits.audioTracks),
      videoSources: String(limits.videoSources),
      apiCallsPerMonth: String(limits.apiCallsPerMonth),
    })),
  );
});
