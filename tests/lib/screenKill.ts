import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { createCommandLine } from './commandLine.ts';
import { countDecoded, probePictures } from './encodedPictures.ts';
import { connectToHost } from './hostClient.ts';

const ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)\/sounddesk-dashboard#token=([\w-]{43})/;

/** Chromium's flags for a moving screen of its own that is chosen without asking. */
export const SHARED_SCREEN = ['--use-fake-device-for-media-stream=fps=30', '--use-fake-ui-for-media-stream'];

export interface ScreenKill {
  /** Between the kill and the end of the last picture that is kept. */
  lostMs: number;
  framesDecoded: number;
  grade: string | null;
}

/** A host of its own process, its data in `dir`/.data. */
async function startHost(dir: string, env: NodeJS.ProcessEnv) {
  const { promise: address, resolve, reject } = Promise.withResolvers<[string, number, string]>();
  let child: ChildProcess | undefined;
  const ended = createCommandLine(dir)(['host', '--no-open', '--no-accounts', '--port', '0'], {
    env,
    onStarted(started) {
      child = started;
      let output = '';
      started.stdout?.on('data', (text: string) => {
        output += text;
        const [whole, port, token] = ADDRESS.exec(output) ?? [];
        if (whole && port && token) resolve([whole, Number(port), token]);
      });
    },
  });
  void ended.then(({ stderr }) => reject(new Error(`the host has ended: ${stderr}`)));
  const [whole, port, token] = await address;
  return { address: whole, port, token, ended, child: child as ChildProcess };
}

/**
 * Captures a screen for `seconds`, kills the host or the page with SIGKILL, starts a host again, and says what it offers.
 * Throws where anything of what was promised is not so.
 */
export async function killWhileCapturing(options: {
  dir: string;
  browser: Browser;
  env: NodeJS.ProcessEnv;
  seconds: number;
  isWithSound: boolean;
}): Promise<ScreenKill> {
  const { dir, browser, env, seconds, isWithSound } = options;
  const host = await startHost(dir, env);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  let takeStartMs = 0;
  let killedAtMs = 0;
  try {
    const page = await context.newPage();
    await page.goto(host.address);
    await startCapture(page, isWithSound);
    const client = connectToHost(host);
    await waitUntil(
      async () => (unwrap(await client.call('pictures.readState')).take?.recordedSec ?? 0) >= seconds,
    );
    const { take } = unwrap(await client.call('pictures.readState'));
    takeStartMs = Date.now() - (take?.recordedSec ?? 0) * 1000;
    client.close();
    killedAtMs = Date.now();
    host.child.kill('SIGKILL');
    await host.ended;
  } finally {
    await context.close();
  }
  const again = await startHost(dir, env);
  const client = connectToHost(again);
  try {
    const read = async () => {
      const [summary] = unwrap(await client.call('takes.list'));
      return summary ? unwrap(await client.call('takes.read', { id: summary.id })) : null;
    };
    await waitUntil(async () => ((await read())?.certificate?.pictures.length ?? 0) > 0);
    const details = await read();
    const [picture] = details?.document?.pictures ?? [];
    const [certified] = details?.certificate?.pictures ?? [];
    if (!details || !picture || !certified) throw new Error('no take is offered');
    if (certified.problem !== null) throw new Error(certified.problem);
    const takes = join(dir, '.data', 'takes');
    const path = join(takes, details.summary.id, picture.file);
    const framesDecoded = countDecoded(path);
    if (framesDecoded !== certified.framesExpected) {
      throw new Error(`${framesDecoded} of ${certified.framesExpected} pictures decode`);
    }
    if (readdirSync(takes).filter((name) => !name.startsWith('.')).length !== 1)
      throw new Error('more than one take');
    const lastMs = (probePictures(path).timesSec.at(-1) ?? 0) * 1000;
    return { lostMs: killedAtMs - takeStartMs - lastMs, framesDecoded, grade: details.summary.grade };
  } finally {
    client.close();
    again.child.kill('SIGTERM');
    await again.ended;
  }
}

async function startCapture(page: Page, isWithSound: boolean): Promise<void> {
  await page.getByRole('link', { name: 'Screen Capture', exact: true }).click();
  await page.getByRole('button', { name: 'Start Capture' }).waitFor();
  for (const name of ['Include system audio', 'Include microphone']) {
    const toggle = page.getByRole('switch', { name });
    if (!isWithSound && (await toggle.isChecked())) await toggle.click();
  }
  await page.getByRole('button', { name: 'Start Capture' }).click();
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it took longer than a minute');
}
