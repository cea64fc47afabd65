import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { API_SCOPE_PATHS, API_SCOPES } from './apiKeys.ts';

it('a key has one scope for each endpoint of the API', () => {
  const text = readFileSync(new URL('../../docs/api/openapi.json', import.meta.url), 'utf8');
  const { paths } = JSON.parse(text) as { paths: Record<string, unknown> };
  expect(API_SCOPES.map((scope) => API_SCOPE_PATHS[scope]).sort()).toEqual(Object.keys(paths).sort());
});
