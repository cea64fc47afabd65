import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Database } from '../../src-shared/domain/database.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { generateDatabaseTypes } from '../lib/databaseTypes.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

// One line a table: the file is read by the compiler, and formatting would make a thousand of it.
it('the types of the schema are those of the migrations', async () => {
  const text = await generateDatabaseTypes(backend.owner);
  await expect(text).toMatchFileSnapshot('../../src-shared/domain/database.ts');
});

it('supabase-js takes them', async () => {
  const client = createClient<Database>(backend.services.url, inject('cluster').secrets.anonKey);
  const { data } = await client
    .from('plans')
    .select('id, yearly_price_usd')
    .eq('id', 'professional')
    .single();
  const price: number | undefined = data?.yearly_price_usd;
  expect(price).toBe(142);
});
