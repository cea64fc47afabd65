import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { startHost, type Host } from '../../src-main/node/host.ts';
import { launchChromium } from '../lib/chromium.ts';
import { startImpostor } from '../lib/impostor.ts';
import { licenseDataDir } from '../lib/licensedHost.ts';

let browser: Browser;
let context: BrowserContext;
let page: Page;
let dir: string;
let host: Host;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-door-'));
  await licenseDataDir(join(dir, 'data'));
  host = await startHost({ dataDir: join(dir, 'data'), port: 0 });
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  await host.close();
  rmSync(dir, { recursive: true });
});

const isIn = (where: Page = page) =>
  where.getByRole('button', { name: 'Start noise cancellation' }).waitFor();

describe('a program that takes the port while the host is down', () => {
  it('hears nothing that lets it in', async () => {
    await page.goto(host.address);
    await isIn();
    const { port, token } = host;
    await host.close();
    const impostor = await startImpostor(port);
    await expect.poll(() => impostor.heard.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(impostor.heard.join('\n')).not.toContain(token);
    await impostor.close();
    host = await startHost({ dataDir: join(dir, 'data'), port });
    expect(host.token).not.toBe(token);
  });
});
void ROUTES;
