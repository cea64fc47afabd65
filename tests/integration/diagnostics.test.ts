/** Secrets of every kind are put wherever a report looks; none may stand in it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { AppContract } from '../../src-shared/contract/index.ts';
import { diagnosticsText } from '../../src-shared/domain/diagnostics.ts';
import type { Client } from '../../src-shared/rpc/index.ts';
import { startHost, type Host } from '../../src-main/node/host.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { connectToHost } from '../lib/hostClient.ts';
import { licenseDataDir, TEST_ISSUERS } from '../lib/licensedHost.ts';

const SECRETS = {
  password: `pw-${randomUUID()}`,
  token: randomBytes(32).toString('base64url'),
  jwt: `eyJhbGciOiJIUzI1NiJ9.${randomBytes(40).toString('base64url')}.${randomBytes(32).toString('base64url')}`,
  providerKey: `sk-proj-${randomBytes(20).toString('hex')}`,
  licenceKey: 'SD-QWERT-ZUIOP-ASDFG-HJKLY',
  email: 'maria.meyer@studio.example',
  environment: `quiet-${randomBytes(8).toString('hex')}`,
  folder: join(homedir(), 'Private', 'Divorce'),
  device: 'Marias Pods',
};

let dir: string;
let host: Host;
let client: Client<AppContract>;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-diagnostics-'));
  const dataDir = join(dir, 'data');
  await licenseDataDir(dataDir);
  // What was stored by hand or by an older version, whatever it holds.
  writeFileSync(
    join(dataDir, 'settings.json'),
    JSON.stringify({
      activePresetId: SECRETS.licenceKey,
      inputDeviceId: SECRETS.device,
      pluginFolders: [SECRETS.folder],
      openaiKey: SECRETS.providerKey,
    }),
  );
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const nowMs = Date.now();
  writeFileSync(
    join(dataDir, 'journal.jsonl'),
    `${JSON.stringify({
      version: 1,
      sessionStartedAtMs: nowMs - 9000,
      fromMs: nowMs - 9000,
      toMs: nowMs - 4000,
      figures: {
        inputName: SECRETS.device,
        outputName: 'Headphones of Bob',
        framesProcessed: 500,
        framesMissed: 2,
        meanReductionDb: 20,
        latencyP50Ms: 23.4,
        latencyP99Ms: 25.1,
      },
    })}\n`,
  );
  host = await startHost({
    dataDir,
    port: 0,
    licenceIssuers: TEST_ISSUERS,
    env: { ...process.env, JACK_NO_START_SERVER: '1', OPENAI_API_KEY: SECRETS.environment },
  });
  client = connectToHost(host);
  for (const [name, secret] of Object.entries(SECRETS)) {
    host.log.error(`it failed at ${name}: ${secret}`, new Error(`within ${secret}`), { [name]: secret });
    host.log.info(JSON.stringify({ nested: { [name]: secret } }), { list: [`${name}=${secret}`] });
  }
  host.log.info(`opened ${host.address} for ${userInfo().username} on ${hostname()}`);
});
afterAll(async () => {
  client?.close();
  await host?.close();
  rmSync(dir, { recursive: true, force: true });
});

const forbidden = () => [
  ...Object.values(SECRETS),
  ...[host.token, homedir(), 'Private', 'Divorce', 'Headphones of Bob'],
];

describe('the diagnostics', () => {
  it.each([false, true])('hold no secret, with names of devices: %s', async (withDeviceNames) => {
    const report = unwrap(await client.call('diagnostics.read', { withDeviceNames }));
    const text = diagnosticsText(report);
    const shown = withDeviceNames ? ['Headphones of Bob', SECRETS.device] : [];
    for (const secret of forbidden().filter((word) => !shown.includes(word)))
      expect(text.includes(secret), `${secret} in:\n${text}`).toBe(false);
    expect(JSON.stringify(report)).not.toContain(host.token);
  });

  it('show what helps: versions, engine, latency by device, settings and the log', async () => {
    const report = unwrap(await client.call('diagnostics.read', { withDeviceNames: false }));
    expect(report.sections.map(({ title }) => title)).toEqual([
      'Program',
      'Audio engine',
      'Devices',
      'Latency and missed deadlines, last 7 days',
      'Settings',
      'License and account',
    ]);
    const text = diagnosticsText(report);
    expect(text).toContain(`node: ${process.versions.node}`);
    expect(text).toContain('p50 23.4 ms, p99 25.1 ms, 2 of 500 frames missed');
    expect(text).toContain('activePresetId: one of the user’s own');
    expect(text).toContain('pluginFolders: 1 entries');
    expect(text).toContain('shareAnalytics: false');
    expect(text).toContain('license: active');
    expect(report.log.some((line) => line.includes('it failed at password'))).toBe(true);
  });

  it('are refused where more is asked for than there is', async () => {
    const answer = await client.call('diagnostics.read', { withDeviceNames: true, path: '/' } as never);
    expect(answer).toMatchObject({ success: false, error: { code: 'BAD_INPUT' } });
  });
});

describe('sounddesk diagnostics', () => {
  it('prints the same as text and as JSON, also beside a host', async () => {
    const run = createCommandLine(dir);
    const env = { SOUNDDESK_DATA_DIR: join(dir, 'data'), SOME_SECRET: SECRETS.environment };
    const text = await run(['diagnostics'], { env });
    expect(text.code).toBe(0);
    expect(text.stdout).toContain('SoundDesk diagnostics');
    for (const secret of forbidden()) expect(text.stdout.includes(secret), secret).toBe(false);
    const json = await run(['diagnostics', '--json'], { env });
    expect(Object.keys(JSON.parse(json.stdout) as object)).toEqual(['takenAt', 'sections', 'log']);
    expect((await run(['diagnostics', 'all'], { env })).code).toBe(2);
  });
});
