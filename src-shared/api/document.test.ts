import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatted } from '../../scripts/lib/format.mjs';
import { appContract } from '../contract/index.ts';
import {
  API_ROUTES,
  EXPOSED_EVENTS,
  NOT_EXPOSED,
  operationOf,
  requestOf,
  writeClient,
  writeOpenApi,
  writeReference,
} from './index.ts';

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

describe('the document of the API', () => {
  it('is what the routes are: run "node scripts/write-api.mjs"', () => {
    expect(read('docs/api/openapi.json')).toEqual(JSON.parse(JSON.stringify(writeOpenApi(API_ROUTES))));
  });

  it('is what the page and the client are made from', async () => {
    const document = writeOpenApi(API_ROUTES);
    expect(read('src-renderer/site/api/reference.json')).toEqual(writeReference(document));
    const file = 'clients/typescript/sounddesk.ts';
    expect(readFileSync(file, 'utf8')).toBe(await formatted(file, writeClient(document)));
  });

  it('has each operation once', () => {
    const ids = API_ROUTES.map(({ id }) => id);
    const places = API_ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(places).size).toBe(places.length);
  });

  it('says of every part of the contract that it is exposed, or why not', () => {
    const exposed = new Set<string>(EXPOSED_EVENTS);
    for (const { action } of API_ROUTES) if ('name' in action) exposed.add(action.name);
    const reasons = Object.keys(NOT_EXPOSED);
    const silent = Object.keys(appContract).filter(
      (name) => !exposed.has(name) && !reasons.some((begin) => name.startsWith(begin)),
    );
    expect(silent).toEqual([]);
  });

  it('takes a body field on its own, and the rest of the input from the address', () => {
    const route = API_ROUTES.find(({ id }) => id === 'changePreset');
    const operation = operationOf(route as (typeof API_ROUTES)[number]);
    expect(requestOf(operation, { id: 'a b', patch: { name: 'Shed' } })).toEqual({
      method: 'PATCH',
      path: '/api/v1/presets/a%20b',
      body: { name: 'Shed' },
    });
  });
});
