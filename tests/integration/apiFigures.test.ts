/** The short form of scripts/soak/apiFigures.mjs: all that is asked for arrives; how fast is measured there. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureCallCost, measureListeners, measureTransfer } from '../lib/apiFigures.ts';
import { startApiHost, type ApiHost } from '../lib/apiHost.ts';

let api: ApiHost;
beforeAll(async () => {
  api = await startApiHost();
});
afterAll(() => api?.close());

it('calls are answered, each listener gets each event, and large files go up and down', async () => {
  expect((await measureCallCost(api, 20)).p99Ms.api).toBeGreaterThan(0);
  expect(await measureListeners(api, 50, 4)).toMatchObject({ received: 200 });
  expect(await measureTransfer(api, 64 << 20)).toMatchObject({ bytes: 64 << 20 });
});
