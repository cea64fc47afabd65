import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { fillFromTemplate, findTemplate } from '../lib/databaseTemplate.ts';
import { forceEnd } from '../lib/forceEnd.ts';
import { runProgram } from '../lib/programs.ts';

const PASSWORD = 'correct horse 7';

let dir: string;
let sounddesk: ReturnType<typeof createCommandLine>;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-command-'));
  sounddesk = createCommandLine(dir);
});
afterEach(async () => {
  await sounddesk(['backend', 'reset', '--yes']);
  rmSync(dir, { recursive: true, force: true });
});
/** Not in the first case's time: where no file of the suite has needed it, it is made now. */
beforeAll(async () => void (await findTemplate()));

/** As a first start has left it, for what is not about a first start. */
const fill = () => fillFromTemplate(join(dir, '.data'));

async function start() {
  const run = await sounddesk(['backend', 'start', '--port', '0']);
  expect(run.stderr).toBe('');
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(run.stdout)?.[0] ?? '';
  const { stdout } = await sounddesk(['backend', 'status']);
  const key = /Public key\s+(\S+)/.exec(stdout)?.[1] ?? '';
  const pid = Number(/Process\s+(\d+)/.exec(stdout)?.[1]);
  const auth = { autoRefreshToken: false, persistSession: false };
  return { output: run.stdout, pid, client: createClient(url, key, { auth }) };
}

/** All processes below one, itself included. */
async function treeOf(pid: number): Promise<number[]> {
  const children = (await runProgram('pgrep', ['-P', String(pid)]).catch(() => '')).trim();
  const below = await Promise.all(
    children
      .split('\n')
      .filter(Boolean)
      .map((child) => treeOf(Number(child))),
  );
  return [pid, ...below.flat()];
}

/** Turns a bit over in the files of tables that the migrations made; returns how many. */
function damageTables(): number {
  const base = join(backendPaths(join(dir, '.data'), findDatabaseUser()).databaseHome, 'data', 'base');
  const files = readdirSync(base)
    .flatMap((folder) => readdirSync(join(base, folder)).map((name) => join(base, folder, name)))
    .filter((path) => /\/(1[6-9]|[2-9]\d)\d{3,}$/.test(path) && statSync(path).size >= 8192)
    .slice(0, 40);
  for (const path of files) {
    const bytes = readFileSync(path);
    bytes[8100] = (bytes[8100] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  }
  return files.length;
}

/** A case starts and stops the backend up to eight times, on a disk that is written to by all the others. */
const PATIENT = { timeout: 300_000 };

describe('sounddesk backend', PATIENT, () => {
  it('reports damaged files after each start, and is whole again with a good backup', async () => {
    await fill();
    await start();
    const archive = join(dir, 'good.tar.gz');
    expect((await sounddesk(['backend', 'backup', archive])).stderr).toBe('');
    expect((await sounddesk(['backend', 'checksums'])).stdout).toContain('as it was written');
    await sounddesk(['backend', 'stop']);
    expect(damageTables()).toBe(40);
    // It may be that it cannot start so: then that is why.
    const again = await sounddesk(['backend', 'start', '--port', '0']);
    const reported = async () => (await sounddesk(['backend', 'status'])).stderr;
    await expect
      .poll(async () => again.stderr + (await reported()), { timeout: 30_000 })
      .toContain('sounddesk backend restore FILE');
    const checked = await sounddesk(['backend', 'checksums']);
    expect(checked.code).toBe(1);
    expect(checked.stdout.match(/^page \d+ of base/gm)?.length).toBe(40);
    expect((await sounddesk(['backend', 'restore', archive, '--yes'])).stdout).toContain('Restored');
    expect((await sounddesk(['backend', 'start', '--port', '0'])).stderr).toBe('');
    expect(await reported()).toBe('');
    expect((await sounddesk(['backend', 'checksums'])).code).toBe(0);
  });

  it('gives a super admin at the first start, once', async () => {
    const first = await start();
    const [, email, password] = /Super admin\s+(\S+)\s+Password\s+(\S+)/.exec(first.output) ?? [];
    const { data, error } = await first.client.auth.signInWithPassword({
      email: email ?? '',
      password: password ?? '',
    });
    expect(error).toBeNull();
    expect(data.user?.app_metadata.super_admin).toBe(true);
    await sounddesk(['backend', 'stop']);
    expect((await start()).output).not.toContain('Password');
    // Another data folder in its place has accounts of its own, though root's database lies elsewhere; that one is kept.
    await sounddesk(['backend', 'stop']);
    rmSync(join(dir, '.data'), { recursive: true });
    expect((await start()).output).toContain('Password');
    const { databaseHome } = backendPaths(join(dir, '.data'), findDatabaseUser());
    const left = readdirSync(dirname(databaseHome)).filter((name) =>
      name.startsWith(`${basename(databaseHome)}-left-`),
    );
    expect(left).toHaveLength(findDatabaseUser() === null ? 0 : 1);
    for (const name of left) rmSync(join(dirname(databaseHome), name), { recursive: true });
  });

  it('says so where the public address is none, and has not started', async () => {
    const run = await sounddesk(['backend', 'start', '--port', '0'], {
      env: { SOUNDDESK_SITE_URL: 'studio.example' },
    });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('SOUNDDESK_SITE_URL is “studio.example”: give a whole address');
  });

  it.each(['of the supervisor', 'of the whole tree'])(
    'keeps every account that it acknowledged over a kill -9 %s',
    async (what) => {
      await fill();
      const { pid, client } = await start();
      const acknowledged: string[] = [];
      const signUps = (async () => {
        for (let index = 0; ; index += 1) {
          const email = `user${index}@example.org`;
          const { error } = await client.auth.signUp({ email, password: PASSWORD });
          if (error) return;
          acknowledged.push(email);
        }
      })();
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(2);
      forceEnd(what === 'of the supervisor' ? [pid] : await treeOf(pid));
      await signUps;
      const next = await start();
      for (const email of acknowledged) {
        const { error } = await next.client.auth.signInWithPassword({ email, password: PASSWORD });
        expect(error).toBeNull();
      }
      await sounddesk(['backend', 'stop']);
      expect(await treeOf(next.pid)).toEqual([next.pid]);
    },
  );

  it('goes back to a backup, and refuses a file that is none', async () => {
    await fill();
    const first = await start();
    await first.client.auth.signUp({ email: 'kept@example.org', password: PASSWORD });
    const archive = join(dir, 'backup.tar.gz');
    expect((await sounddesk(['backend', 'backup', archive])).code).toBe(0);
    expect((await sounddesk(['backend', 'reset', '--yes'])).code).toBe(0);
    writeFileSync(join(dir, 'none.tar.gz'), readFileSync(archive).subarray(0, 4000));
    const refused = await sounddesk(['backend', 'restore', join(dir, 'none.tar.gz'), '--yes']);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was changed') as string,
    });
    expect((await sounddesk(['backend', 'restore', archive, '--yes'])).code).toBe(0);
    const { client } = await start();
    const { error } = await client.auth.signInWithPassword({ email: 'kept@example.org', password: PASSWORD });
    expect(error).toBeNull();
  });
});
