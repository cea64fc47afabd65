/** A host whose data lie on a disk without a free byte: it starts, says so, and lets its user make room. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { connectToHost } from '../lib/hostClient.ts';
import { startOwnHost } from '../lib/ownHost.ts';
import { mountSmallDisk, type TestDisk } from '../lib/smallDisk.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

/** A folder whose `.data` is a disk of its own; null where nobody may mount one. */
function mountData(kind: 'tmpfs' | 'ext4', megabytes = 8): { dir: string; disk: TestDisk } | null {
  const dir = temporaryDir();
  const disk = mountSmallDisk(join(dir, '.data'), megabytes, kind);
  if (!disk) return null;
  ends.push(() => disk.remove());
  return { dir, disk };
}

async function startHost(dir: string) {
  const host = await startOwnHost(dir, {});
  ends.push(() => void host.child.kill('SIGKILL'));
  const client = connectToHost(host);
  ends.push(() => client.close());
  return { ...host, client };
}

async function stop({ child, ended }: { child: ChildProcess; ended: Promise<{ code: number | null }> }) {
  child.kill('SIGTERM');
  return (await ended).code;
}

function makeTake(dir: string, id: string, megabytes: number): void {
  const folder = join(dir, '.data', 'takes', id);
  mkdirSync(folder, { recursive: true });
  const document = {
    schemaVersion: 1,
    name: id,
    status: 'finished',
    mode: 'multitrack',
    tap: 'raw',
    container: 'rf64',
    encoding: 'pcm24',
    sampleRate: 48_000,
    startedAtMs: 1000,
    startFrame: 0,
    frames: 48_000,
    timecode: { source: 'none', timeReference: null, fps: null },
    markers: [],
    pauses: [],
    missedDeadlines: 0,
    ended: null,
    writer: { pid: 0, startedTicks: 0 },
    tracks: [],
  };
  writeFileSync(join(folder, 'take.json'), JSON.stringify(document));
  writeFileSync(join(folder, '01-Voice.wav'), Buffer.alloc(megabytes << 20));
}

describe.each(['tmpfs', 'ext4'] as const)('a host on a full disk (%s)', (kind) => {
  it('starts, says so, lets recordings be removed, and is as before then', async ({ skip }) => {
    const data = mountData(kind);
    if (!data) return skip('nobody may mount a disk here');
    const { dir, disk } = data;
    const first = await startHost(dir);
    unwrap(await first.client.call('settings.update', { theme: 'light' }));
    expect(await stop(first)).toBe(0);
    makeTake(dir, 'one', 2);
    makeTake(dir, 'two', 1);
    disk.fillTo(0);

    const host = await startHost(dir);
    const { client } = host;
    const trouble = unwrap(await client.call('host.readTrouble'));
    expect(trouble).toMatchObject([{ code: 'DISK_FULL', freeBytes: 0 }]);
    expect(unwrap(await client.call('settings.read'))).toMatchObject({ theme: 'light' });
    expect(await client.call('settings.update', { theme: 'dark' })).toMatchObject({
      success: false,
      error: { code: 'SETTINGS_UNWRITABLE' },
    });
    expect(unwrap(await client.call('settings.read'))).toMatchObject({ theme: 'light' });
    for (const id of ['one', 'two']) unwrap(await client.call('takes.delete', { id }));
    unwrap(await client.call('takes.restore', { id: 'two' }));
    expect(unwrap(await client.call('takes.readStorage')).freeBytes).toBe(0);
    unwrap(await client.call('takes.emptyBin'));
    expect(unwrap(await client.call('takes.readStorage')).freeBytes).toBeGreaterThan(1 << 20);
    expect(unwrap(await client.call('host.readTrouble'))).toEqual([]);
    expect(unwrap(await client.call('settings.update', { theme: 'dark' }))).toMatchObject({ theme: 'dark' });
    expect(await stop(host)).toBe(0);
    const { stderr } = await host.ended;
    expect(stderr).toContain('is full');
    expect(stderr.match(/is full/g)).toHaveLength(1);
    expect(existsSync(join(dir, '.data', 'takes', 'two', 'take.json'))).toBe(true);
    expect(JSON.parse(readFileSync(join(dir, '.data', 'settings.json'), 'utf8'))).toMatchObject({
      theme: 'dark',
    });
  });

  it('starts where it has never been before, and a second start finds it', async ({ skip }) => {
    const data = mountData(kind);
    if (!data) return skip('nobody may mount a disk here');
    const { dir, disk } = data;
    makeTake(dir, 'one', 2);
    disk.fillTo(0);
    const host = await startHost(dir);
    expect(unwrap(await host.client.call('takes.list'))).toHaveLength(1);
    expect(unwrap(await host.client.call('host.readTrouble'))).toMatchObject([{ code: 'DISK_FULL' }]);
    const second = await createCommandLine(dir)(['host', '--no-open', '--no-accounts', '--port', '0']);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain('already running');
    unwrap(await host.client.call('takes.delete', { id: 'one' }));
    unwrap(await host.client.call('takes.emptyBin'));
    expect(await stop(host)).toBe(0);
    rmSync(join(dir, '.data', '.filler'), { force: true });
    const next = await startHost(dir);
    expect(unwrap(await next.client.call('host.readTrouble'))).toEqual([]);
    expect(await stop(next)).toBe(0);
  });
});

describe('the accounts of a host on a full disk', () => {
  it('are reported as missing, with the reason, and all else works', async ({ skip }) => {
    const data = mountData('tmpfs');
    if (!data) return skip('nobody may mount a disk here');
    const { dir, disk } = data;
    makeTake(dir, 'one', 2);
    disk.fillTo(0);
    let child: ChildProcess | undefined;
    let output = '';
    const ended = createCommandLine(dir)(['host', '--no-open', '--port', '0'], {
      onStarted(started) {
        child = started;
        ends.push(() => void started.kill('SIGKILL'));
        started.stdout?.on('data', (text: string) => (output += text));
      },
    });
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/There are no accounts: .*full/);
    child?.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});
