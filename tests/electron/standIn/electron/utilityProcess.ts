import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { recorded, world } from '../state.ts';

type UtilityPart = Pick<Electron.UtilityProcess, 'pid' | 'kill' | 'postMessage' | 'stdout' | 'stderr'>;

/** The real program under Node, with Electron's port in place of Node's. */
class StandInUtilityProcess extends EventEmitter implements UtilityPart {
  pid: number | undefined = undefined;
  readonly #child: ChildProcess;

  constructor(modulePath: string, args: string[], options: Electron.ForkOptions) {
    super();
    const output = options.stdio === 'pipe' ? 'pipe' : 'inherit';
    this.#child = fork(modulePath, args, {
      env: options.env as NodeJS.ProcessEnv,
      execArgv: ['--import', path.join(import.meta.dirname, '../parentPort.ts')],
      serialization: 'advanced',
      stdio: ['ignore', output, output, 'ipc'],
    });
    // The id is unknown until Electron has reported the start.
    this.#child.once('spawn', () => {
      this.pid = this.#child.pid;
      this.emit('spawn');
    });
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code) => {
      this.pid = undefined;
      this.emit('exit', code ?? 1);
    });
  }

  get stdout() {
    return this.#child.stdout;
  }

  get stderr() {
    return this.#child.stderr;
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object);
  }

  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }
}

export const utilityProcess = {
  fork(modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}) {
    if (!world.isReady) throw new Error('utilityProcess cannot be created before app is ready');
    if (options.serviceName === 'SoundDesk engine')
      recorded.engineLaunches.push({ modulePath, args, env: Object.keys(options.env ?? process.env) });
    return new StandInUtilityProcess(modulePath, args, options);
  },
};
