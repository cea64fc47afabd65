import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Listeners, type Channel } from '../../../src-shared/rpc/index.ts';
import type { Driver } from './driver.ts';
import { ROOT, type PackagedLayout } from './layout.ts';
import type { FromChild, ToChild } from './messages.ts';

/** A start may wait for a busy machine; a hang of it is a failure. */
const ANSWER_LIMIT_MS = 20_000;

export interface StandInApp {
  ask<N extends keyof Driver>(
    name: N,
    ...args: Parameters<Driver[N]>
  ): Promise<Awaited<ReturnType<Driver[N]>>>;
  /** A connection that the page opens over the built preload; its frames pass through to here. */
  openChannel(): Channel;
  /** What the process printed. */
  readonly output: string;
  readonly pid: number | undefined;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

/** Starts the app of a packaged layout in the stand-in; rejects where its entry cannot be run. */
export async function launchStandIn(
  layout: Pick<PackagedLayout, 'appFolder' | 'home'>,
  options: { isSecondInstance?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<StandInApp> {
  mkdirSync(layout.home, { recursive: true });
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const child = fork(path.join(import.meta.dirname, 'child.ts'), [layout.appFolder], {
    cwd: layout.home,
    execArgv: ['--import', path.join(import.meta.dirname, 'register.ts')],
    env: {
      ...(options.env ?? process.env),
      STAND_IN_HOME: layout.home,
      STAND_IN_VERSION: version,
      STAND_IN_IS_SECOND: options.isSecondInstance ? '1' : '0',
    },
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const standIn = new RunningStandIn(child);
  await standIn.started;
  return standIn;
}

class RunningStandIn implements StandInApp {
  readonly started: Promise<void>;
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, (message: Extract<FromChild, { kind: 'answer' }>) => void>();
  readonly #channels = new Map<number, { frames: Listeners<unknown>; onClose(): void }>();
  #output = '';
  #nextId = 1;

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.on('data', (text: Buffer) => (this.#output += text.toString()));
    child.stderr?.on('data', (text: Buffer) => (this.#output += text.toString()));
    this.ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    void this.ended.then(() => this.#closeAll());
    this.started = new Promise((resolve, reject) => {
      void this.ended.then((code) =>
        reject(new Error(`The app ended at its start with code ${code}. ${this.#output}`)),
      );
      child.on('message', (received) => {
        const message = received as FromChild;
        if (message.kind === 'started') resolve();
        else if (message.kind === 'broken') reject(new Error(message.reason));
        else this.#onMessage(message);
      });
    });
  }

  get output(): string {
    return this.#output;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  ask<N extends keyof Driver>(
    name: N,
    ...args: Parameters<Driver[N]>
  ): Promise<Awaited<ReturnType<Driver[N]>>> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${name}: no answer. ${this.#output}`)),
        ANSWER_LIMIT_MS,
      );
      this.#answers.set(id, ({ value, error }) => {
        clearTimeout(timer);
        if (error === undefined) resolve(value as Awaited<ReturnType<Driver[N]>>);
        else reject(new Error(error));
      });
      void this.ended.then(() => {
        clearTimeout(timer);
        reject(new Error(`${name}: the app has ended. ${this.#output}`));
      });
      this.#send({ kind: 'ask', id, name, args });
    });
  }

  openChannel(): Channel {
    const id = this.#nextId++;
    const frames = new Listeners<unknown>();
    const closes = new Listeners<void>();
    let isClosed = false;
    const onClose = () => {
      if (isClosed) return;
      isClosed = true;
      this.#channels.delete(id);
      closes.notify();
    };
    this.#channels.set(id, { frames, onClose });
    this.#send({ kind: 'channel.open', channel: id });
    return {
      send: (frame) => this.#send({ kind: 'channel.frame', channel: id, frame }),
      isCongested: () => false,
      onDrain: () => () => undefined,
      onFrame: (listener) => frames.add(listener),
      onClose: (listener) => {
        if (!isClosed) return closes.add(listener);
        listener();
        return () => undefined;
      },
      close: () => this.#send({ kind: 'channel.close', channel: id }),
    };
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGKILL');
    await this.ended;
  }

  #send(message: ToChild): void {
    if (this.#child.connected) this.#child.send(message);
  }

  #onMessage(message: Exclude<FromChild, { kind: 'started' | 'broken' }>): void {
    switch (message.kind) {
      case 'answer':
        this.#answers.get(message.id)?.(message);
        this.#answers.delete(message.id);
        return;
      case 'channel.frame':
        return this.#channels.get(message.channel)?.frames.notify(message.frame);
      case 'channel.close':
        return this.#channels.get(message.channel)?.onClose();
    }
  }

  #closeAll(): void {
    for (const channel of [...this.#channels.values()]) channel.onClose();
  }
}
