/** Damage of the database's files is noticed: checksums, a check after each start, and what the server says while it runs. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareBinaries } from '../../supabase/embedded/binaries.ts';
import { enableChecksums, findDamagedPages, readControl } from '../../supabase/embedded/checksums.ts';
import { ADMIN_ROLE, startCluster, type Cluster } from '../../supabase/embedded/cluster.ts';
import { readDamage, reportDamage } from '../../src-node/databaseDamage/index.ts';
import { watchDamage } from '../../supabase/embedded/damage.ts';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';

const PASSWORD = 'of a test';
const PAGE_BYTES = 8192;
let folder: string;
let cluster: Cluster | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sounddesk-checksums-'));
  // The database runs as another user where this is root.
  chmodSync(folder, 0o711);
  cluster = null;
});
afterEach(async () => {
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const user = findDatabaseUser();
const paths = () => ({
  home: folder,
  databaseHome: join(folder, 'database'),
  data: join(folder, 'database', 'data'),
  logFile: join(folder, 'postgres.log'),
});
const binaries = () => prepareBinaries(user, backendPaths(folder, user).runtime);
async function start(): Promise<Cluster> {
  const { databaseHome, logFile } = paths();
  cluster = await startCluster({
    binaries: binaries(),
    databaseHome,
    user,
    logFile,
    adminPassword: PASSWORD,
    settings: { fsync: 'off' },
  });
  return cluster;
}
async function stop(): Promise<void> {
  await cluster?.stop();
  cluster = null;
}
async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client(cluster?.connection(ADMIN_ROLE, PASSWORD, 'postgres'));
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
const setting = async () =>
  (await query<{ data_checksums: string }>('show data_checksums'))[0]?.data_checksums;

/** A table of many pages; resolves with its file below the cluster's folder. */
async function makeTable(): Promise<string> {
  await query(`create table kept as select n, repeat('x', 500) as text from generate_series(1, 2000) n`);
  await query('checkpoint');
  return (await query<{ path: string }>(`select pg_relation_filepath('kept') as path`))[0]?.path ?? '';
}
const countKept = async () =>
  (await query<{ n: number }>('select count(*)::int as n from kept where length(text) = 500'))[0]?.n;

/** Turns one bit of a page over. */
function damage(file: string, page: number, offset = 4000): void {
  const handle = openSync(join(paths().data, file), 'r+');
  try {
    const byte = Buffer.alloc(1);
    readSync(handle, byte, 0, 1, page * PAGE_BYTES + offset);
    writeSync(handle, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, page * PAGE_BYTES + offset);
  } finally {
    closeSync(handle);
  }
}

/** A cluster as earlier versions made it. */
function makeOldCluster(): void {
  const { databaseHome, data } = paths();
  execFileSync('mkdir', ['-p', databaseHome]);
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  if (user) execFileSync('chown', [`${user.uid}:${user.gid}`, databaseHome, passwordFile]);
  execFileSync(
    binaries().initdb,
    [
      '-D',
      data,
      '-U',
      ADMIN_ROLE,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-sync',
      '-E',
      'UTF8',
    ],
    { cwd: databaseHome, ...(user ?? {}), stdio: 'ignore' },
  );
}

function watch(log: (message: string) => void = () => undefined) {
  const { home, data, logFile } = paths();
  const admin = cluster?.connection(ADMIN_ROLE, PASSWORD, 'postgres');
  if (!admin) throw new Error('no cluster');
  return watchDamage({ home, data, logFile, admin, nowMs: () => 5, log });
}

describe('a new cluster', () => {
  it('keeps checksums, and each of them is the one that we reckon', async () => {
    await start();
    expect(await setting()).toBe('on');
    await makeTable();
    await stop();
    expect(readControl(paths().data)).toEqual({ hasChecksums: true, isCleanlyStopped: true });
    expect(await findDamagedPages(paths().data)).toEqual([]);
  });

  it('refuses what is damaged, where it was read without a word before', async () => {
    await start();
    const file = await makeTable();
    await stop();
    damage(file, 3);
    expect(await findDamagedPages(paths().data)).toEqual([{ file, page: 3 }]);
    await start();
    await expect(countKept()).rejects.toMatchObject({ code: 'XX001' });
  });
});

describe('an older cluster', () => {
  it('gets checksums automatically at the start after a clean stop', async () => {
    makeOldCluster();
    expect(readControl(paths().data).hasChecksums).toBe(false);
    await start();
    expect(await setting()).toBe('on');
    const file = await makeTable();
    expect(await countKept()).toBe(2000);
    await stop();
    expect(await findDamagedPages(paths().data)).toEqual([]);
    damage(file, 0);
    await start();
    await expect(countKept()).rejects.toMatchObject({ code: 'XX001' });
  });

  it('is as it was where that is cut off at any page, and gets them the next time', async () => {
    makeOldCluster();
    const { data } = paths();
    let pages = 0;
    const cutAt = (page: number) =>
      enableChecksums(
        data,
        async () => {
          if (page === Infinity) throw new Error('cut');
        },
        () => {
          pages += 1;
          if (pages === page) throw new Error('cut');
        },
      );
    for (const page of [1, 500, Infinity]) {
      pages = 0;
      await expect(cutAt(page)).rejects.toThrow('cut');
      expect(readControl(data)).toEqual({ hasChecksums: false, isCleanlyStopped: true });
    }
    await start();
    expect(await setting()).toBe('on');
    await stop();
    expect(await findDamagedPages(data)).toEqual([]);
  });

  it('whose control file is damaged is left alone', async () => {
    makeOldCluster();
    const { data } = paths();
    const control = join(data, 'global', 'pg_control');
    const bytes = readFileSync(control);
    bytes.writeUInt32LE(6, 16);
    writeFileSync(control, bytes);
    await expect(enableChecksums(data, async () => undefined)).rejects.toMatchObject({
      code: 'BACKEND_DAMAGED',
    });
    expect(readFileSync(control)).toEqual(bytes);
  });

  it('does not call a page good that is damaged already', async () => {
    makeOldCluster();
    const { data } = paths();
    const name = readdirSync(join(data, 'global')).find(
      (each) => /^\d+$/.test(each) && statSync(join(data, 'global', each)).size > 0,
    );
    const path = join(data, 'global', name ?? '');
    const bytes = readFileSync(path);
    // pd_lower behind pd_upper.
    bytes.writeUInt16LE(9000, 12);
    writeFileSync(path, bytes);
    await expect(enableChecksums(data, async () => undefined)).rejects.toMatchObject({
      code: 'BACKEND_DAMAGED',
    });
    expect(readControl(data).hasChecksums).toBe(false);
  });
});

describe('damage is reported', () => {
  it('after a start, of every table that it is in', async () => {
    await start();
    await makeTable();
    const files = (
      await query<{ path: string }>(
        `select pg_relation_filepath(oid) as path from pg_class
         where relkind = 'r' and relfilenode <> 0 and pg_relation_size(oid) > 0 and not relisshared order by relpages limit 40`,
      )
    ).map(({ path }) => path);
    const [kept = ''] = (await query<{ path: string }>(`select pg_relation_filepath('kept') as path`)).map(
      ({ path }) => path,
    );
    await stop();
    const hurt = [...new Set([...files.slice(0, 10), kept])];
    for (const file of hurt) damage(file, 0, 8000);
    expect((await findDamagedPages(paths().data)).map(({ file }) => file).sort()).toEqual(hurt.sort());
  });

  it('while the server runs, beside its own writing, and remembered until a good backup is there', async () => {
    await start();
    const file = await makeTable();
    const reported: string[] = [];
    await stop();
    damage(file, 7);
    await start();
    const writing = query(
      `do $$ begin for i in 1..20 loop create table if not exists busy (n int); insert into busy select generate_series(1, 5000); end loop; end $$`,
    );
    const watching = watch((message) => reported.push(message));
    await writing;
    await expect.poll(() => watching.isDamaged(), { timeout: 30_000 }).toBe(true);
    await watching.close();
    expect(readDamage(folder)?.findings).toEqual([`page 7 of ${file}`]);
    expect(reported).toHaveLength(1);
    expect(reported[0]).toContain(`page 7 of ${file}`);
    expect(reported[0]).toContain('sounddesk backend restore FILE');
    // The next start knows of it at once.
    const again = watch((message) => reported.push(message));
    expect(again.isDamaged()).toBe(true);
    expect(reported[1]).toBe(reportDamage({ foundAtMs: 5, findings: [`page 7 of ${file}`] }));
    await again.close();
  });

  it('by the server’s own words, where somebody meets it first', async () => {
    await start();
    const file = await makeTable();
    await stop();
    const watching = await start().then(() => watch());
    // Checked and found good; what comes now is met by a reader.
    await watching.close();
    expect(readDamage(folder)).toBeNull();
    damage(file, 5);
    await query('select pg_sleep(0)');
    const listening = watch();
    await expect(countKept()).rejects.toMatchObject({ code: 'XX001' });
    await listening.close();
    expect(JSON.stringify(readDamage(folder)?.findings)).toMatch(/XX001|page 5/);
  });

  it('and nothing is where the server only writes', async () => {
    await start();
    await makeTable();
    const watching = watch();
    for (let round = 0; round < 5; round += 1) {
      await query(`update kept set text = repeat('y', 500)`);
      watching.check();
    }
    await watching.close();
    expect(watching.isDamaged()).toBe(false);
    expect(readDamage(folder)).toBeNull();
  });
});
