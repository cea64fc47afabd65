import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { API_SCOPE_PATHS, API_SCOPES } from './apiKeys.ts';

it('each scope of a key is one endpoint of the API', () => {
  const text = readFileSync(new URL('../../docs/api/openapi.json', import.meta.url), 'utf8');
  const { paths } = JSON.parse(text) as { paths: Record<string, unknown> };
  const scoped = API_SCOPES.map((scope) => API_SCOPE_PATHS[scope]);
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(scoped));
  expect(new Set(scoped).size).toBe(API_SCOPES.length);
});
