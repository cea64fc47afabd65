import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDir } from '../../tests/lib/temporaryDir.ts';
import { LOCK_FILE_NAME } from '../services/dataLock/index.ts';
import { findDataDir, prepareDataDir } from './dataDir.ts';
import { acquireHostLock, HostRunningError, INSTANCE_PATH } from './hostLock.ts';
import { engineEnvironment } from './launchEngine.ts';
import { createLogFile } from './logFile.ts';

describe('the data folder', () => {
  it.each([
    [{ SOUNDDESK_DATA_DIR: '/x/y', XDG_DATA_HOME: '/d' }, 'linux', '/x/y'],
    [{ XDG_DATA_HOME: '/d' }, 'linux', '/d/sounddesk'],
    [{ XDG_DATA_HOME: 'relative' }, 'linux', '/home/u/.local/share/sounddesk'],
    [{}, 'linux', '/home/u/.local/share/sounddesk'],
    [{}, 'darwin', '/home/u/Library/Application Support/SoundDesk'],
  ] as const)('of %j on %s is %s', (env, platform, expected) => {
    expect(findDataDir(env, platform, '/home/u')).toBe(expected);
  });

  it('is made private, also where it was open', () => {
    const dir = join(temporaryDir(), 'deep', 'data');
    prepareDataDir(dir);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    chmodSync(dir, 0o755);
    prepareDataDir(dir);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
  });
});

describe('the lock of a data folder', () => {
  it('is had by one host at a time, and free again after its release', async () => {
    const dir = temporaryDir();
    const lock = await acquireHostLock(dir);
    lock.publish(await serveInstance(lock.instance));
    await expect(acquireHostLock(dir)).rejects.toThrow(HostRunningError);
    lock.release();
    const next = await acquireHostLock(dir);
    next.release();
    expect(readdirSync(dir)).toEqual([LOCK_FILE_NAME]);
  });

  it('is taken over from a process that is gone', async () => {
    const dir = temporaryDir();
    const gone = spawn(process.execPath, ['-e', '']);
    await once(gone, 'exit');
    writeFileSync(join(dir, 'host.lock'), JSON.stringify({ pid: gone.pid, instance: 'old', port: 1 }));
    (await acquireHostLock(dir)).release();
  });

  it('is taken over where the process number is another program’s by now', async () => {
    const dir = temporaryDir();
    const port = await serveInstance('something else');
    writeFileSync(join(dir, 'host.lock'), JSON.stringify({ pid: process.ppid, instance: 'old', port }));
    (await acquireHostLock(dir)).release();
  });

  it('is taken over where its content is damaged', async () => {
    const dir = temporaryDir();
    writeFileSync(join(dir, 'host.lock'), '{"pid":');
    (await acquireHostLock(dir)).release();
  });

  it('is not taken over from a host of an earlier version that stands still', async () => {
    const dir = temporaryDir();
    const silent = createTcpServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    writeFileSync(join(dir, 'host.lock'), JSON.stringify({ pid: process.ppid, instance: 'old', port }));
    await expect(acquireHostLock(dir)).rejects.toMatchObject({ name: 'HostRunningError', port: 0 });
  });

  it('is had by one at a time also where the file system has no locks', async () => {
    const dir = temporaryDir();
    // A file cannot be there, let alone be locked.
    mkdirSync(join(dir, LOCK_FILE_NAME));
    const lock = await acquireHostLock(dir);
    lock.publish(await serveInstance(lock.instance));
    await expect(acquireHostLock(dir)).rejects.toThrow(HostRunningError);
    lock.release();
    (await acquireHostLock(dir)).release();
  });

  it('is had by exactly one of many that start together over a lock left behind', async () => {
    const dir = temporaryDir();
    writeFileSync(join(dir, 'host.lock'), 'left behind');
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, async () => {
        const lock = await acquireHostLock(dir);
        lock.publish(await serveInstance(lock.instance));
        return lock;
      }),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('the log file', () => {
  it('holds a JSON object a line, private, and turns over by size', () => {
    const dir = join(temporaryDir(), 'logs');
    const log = createLogFile({ dir, nowMs: () => 0, maxBytes: 400 });
    for (let i = 0; i < 30; i += 1) log.info('entry', { i });
    log.error('failed', new Error('why'), { i: 30 });
    expect(readdirSync(dir).sort()).toEqual([
      'sounddesk.1.log',
      'sounddesk.2.log',
      'sounddesk.3.log',
      'sounddesk.log',
    ]);
    expect(statSync(join(dir, 'sounddesk.log')).mode & 0o777).toBe(0o600);
    const last = readFileSync(join(dir, 'sounddesk.log'), 'utf8').trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ level: 'error', message: 'failed', i: 30 });
    expect(last).toContain('Error: why');
  });

  it('continues where there is room again', () => {
    const dir = join(temporaryDir(), 'logs');
    writeFileSync(dir, 'in its way');
    const log = createLogFile({ dir, nowMs: () => 0 });
    log.info('lost');
    rmSync(dir);
    log.info('kept');
    expect(readFileSync(join(dir, 'sounddesk.log'), 'utf8')).toContain('kept');
  });

  it('does not end the program where it cannot be written', () => {
    const dir = join(temporaryDir(), 'logs');
    mkdirSync(join(dir, 'sounddesk.log'), { recursive: true });
    const log = createLogFile({ dir, nowMs: () => 0 });
    expect(() => log.info('entry')).not.toThrow();
  });
});

describe('the environment of the engine process', () => {
  it('holds what sound needs and no secret', () => {
    const env = engineEnvironment({
      PATH: '/bin',
      HOME: '/h',
      XDG_RUNTIME_DIR: '/run',
      PULSE_SERVER: 'unix:/x',
      JACK_DEFAULT_SERVER: 'ci',
      ALSA_CONFIG_PATH: '/a',
      OPENAI_API_KEY: 'secret',
      AWS_SECRET_ACCESS_KEY: 'secret',
      NODE_OPTIONS: '--inspect',
      LD_PRELOAD: '/evil.so',
    });
    expect(
      Object.keys(env)
        .filter((name) => name !== 'NODE_COMPILE_CACHE')
        .sort(),
    ).toEqual(['ALSA_CONFIG_PATH', 'HOME', 'JACK_DEFAULT_SERVER', 'PATH', 'PULSE_SERVER', 'XDG_RUNTIME_DIR']);
  });
});

async function serveInstance(instance: string): Promise<number> {
  const server = createServer((request, response) => {
    response.end(request.url === INSTANCE_PATH ? instance : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
