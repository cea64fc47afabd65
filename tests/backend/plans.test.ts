import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLANS } from '../../src-shared/domain/plans.ts';
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
