import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApiHost, type ApiHost } from '../lib/apiHost.ts';

let api: ApiHost;
beforeAll(async () => {
  api = await startApiHost();
});
afterAll(() => api.close());

describe('the API', () => {
  it('answers a key with what the services say', async () => {
    const { status, json, headers } = await api.call('/presets');
    expect(status).toBe(200);
    expect(json.items).toHaveLength(4);
    const { etag = '' } = headers;
    expect((await api.call('/presets', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('creates, changes and deletes', async () => {
    const preset = {
      name: 'Garage',
      description: 'A fan.',
      environment: 'Home',
      sensitivity: 70,
      noiseReduction: 80,
      equalizerGainsDb: null,
      compressor: null,
    };
    const made = await api.call('/presets', { method: 'POST', body: preset });
    expect(made.json).toMatchObject({ name: 'Garage', isDefault: false });
    const path = `/presets/${String(made.json.id)}`;
    expect((await api.call(path, { method: 'PATCH', body: { name: 'Shed' } })).json.name).toBe('Shed');
    expect((await api.call(path, { method: 'DELETE' })).status).toBe(200);
    expect((await api.call(path, { method: 'DELETE' })).json).toMatchObject({
      status: 404,
      code: 'PRESET_NOT_FOUND',
    });
  });
});
