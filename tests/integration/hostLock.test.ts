/** The lock of a data folder, over real processes: stopped, killed, starting and ending ones. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createCommandLine } from '../lib/commandLine.ts';
import { startOwnHost } from '../lib/ownHost.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const LOCK_MODULE = join(import.meta.dirname, '..', '..', 'src-main', 'node', 'hostLock.ts');
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that takes a folder's lock, says how that went, and waits for a line. */
async function takeLock(dir: string) {
  const code = `
    import { once } from 'node:events';
    import { acquireHostLock } from ${JSON.stringify(LOCK_MODULE)};
    process.stdin.resume();
    const lock = await acquireHostLock(${JSON.stringify(dir)}).catch((error) => ({ error }));
    console.log(lock.error ? lock.error.name + ': ' + lock.error.message : 'taken');
    if (lock.error) process.exit();
    await once(process.stdin, 'data');
    lock.release();
    process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: said.toString().trim() };
}

describe('the lock of a data folder', () => {
  it('stays with a host that is stopped, and that host continues', async () => {
    const dir = temporaryDir();
    const host = await startOwnHost(dir, {});
    children.push(host.child);
    host.child.kill('SIGSTOP');
    const second = await createCommandLine(dir)(['host', '--no-open', '--no-accounts', '--port', '0']);
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`process ${host.child.pid} has this data folder and does not answer`);
    host.child.kill('SIGCONT');
    const third = await createCommandLine(dir)(['host', '--no-open', '--no-accounts', '--port', '0']);
    expect(third).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(host.address.split('#')[0] ?? '') as string,
    });
    host.child.kill('SIGTERM');
    expect((await host.ended).code).toBe(0);
  });

  it('stays with one that is stopped while it starts', async () => {
    const dir = temporaryDir();
    const first = await takeLock(dir);
    expect(first.said).toBe('taken');
    first.child.kill('SIGSTOP');
    expect((await takeLock(dir)).said).toContain('does not answer');
  });

  it('is free when a process was killed, whatever it started', async () => {
    const dir = temporaryDir();
    const first = await takeLock(dir);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    expect((await takeLock(dir)).said).toBe('taken');
  });

  it('is had by one of many that start together, each time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const dir = temporaryDir();
      const all = await Promise.all(Array.from({ length: 4 }, () => takeLock(dir)));
      expect(all.filter(({ said }) => said === 'taken')).toHaveLength(1);
      for (const { child } of all) child.kill('SIGKILL');
    }
  });

  it('goes to a start that waits while the old one ends', async () => {
    const dir = temporaryDir();
    const first = await takeLock(dir);
    const second = takeLock(dir);
    first.child.stdin?.write('end\n');
    expect((await second).said).toBe('taken');
  });

  it('holds for each of two names of one folder', async () => {
    const dir = temporaryDir();
    mkdirSync(join(dir, 'data'));
    expect((await takeLock(join(dir, 'data'))).said).toBe('taken');
    expect((await takeLock(`${join(dir, 'data')}/../data`)).said).not.toBe('taken');
  });
});
