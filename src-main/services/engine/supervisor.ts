import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Clock, EngineLauncher, Log } from '../ports.ts';
import { openEngineLink, type EngineDeath, type EngineLink } from './link.ts';

/** After so many deaths within the window the process is not started again automatically. */
const MAX_DEATHS = 5;
const DEATH_WINDOW_MS = 30_000;
/** Pauses before the restarts after the first, second … death of the window. */
const RESTART_DELAYS_MS = [0, 0, 100, 300];
/** A process that nothing needs is ended after this time. */
export const IDLE_LIMIT_MS = 60_000;

export type ProcessStatus = 'idle' | 'starting' | 'running' | 'restarting' | 'failed';

export interface SupervisorOptions {
  launch: EngineLauncher;
  clock: Clock;
  log: Log;
  /** It died, whatever follows. */
  onDied?: ((reason: string) => void) | undefined;
  idleLimitMs?: number;
}

/** Something that runs in the engine process, and is put back into place when the process has died. */
export interface EngineTenant {
  /** Whether something of it runs that must continue after a death. */
  isNeeded(): boolean;
  /** A process is up; where it replaces a dead one, it counts as running when this has resolved. */
  onUp(link: EngineLink): Promise<void> | void;
  onDown(death: EngineDeath, willRestart: boolean): void;
  onStatusChanged(): void;
}

/** Keeps one engine process: starts it when it is needed, again when it died, ends it when it is idle. */
export class EngineSupervisor {
  readonly #options: SupervisorOptions;
  readonly #tenants: EngineTenant[] = [];
  #status: ProcessStatus = 'idle';
  #restarts = 0;
  #link: EngineLink | null = null;
  #opening: Promise<EngineLink> | null = null;
  #pending: EngineLink | null = null;
  /** Resolves when the process that died last has really gone. */
  #leaving: Promise<void> = Promise.resolve();
  #deathTimesMs: number[] = [];
  #users = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  addTenant(tenant: EngineTenant): void {
    this.#tenants.push(tenant);
  }

  get status(): ProcessStatus {
    return this.#status;
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** The process that is up, if one is. */
  get link(): EngineLink | null {
    return this.#link;
  }

  /** Runs `work` in a process that is up, starting one where there is none. A user's action: it also ends `failed`. */
  async use<T>(work: (link: EngineLink) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw failWith('ENGINE_STOPPED', 'engineClosing');
    if (this.#status === 'failed') this.#deathTimesMs = [];
    this.#users += 1;
    clearTimeout(this.#idleTimer);
    try {
      return await work(this.#link ?? (await this.#open()));
    } finally {
      this.#users -= 1;
      this.reconsiderIdle();
    }
  }

  /** To be called when a tenant's `isNeeded` may have become false. */
  reconsiderIdle(): void {
    clearTimeout(this.#idleTimer);
    if (!this.#link || this.#users > 0 || this.#isNeeded()) return;
    this.#idleTimer = setTimeout(() => void this.#retire(), this.#options.idleLimitMs ?? IDLE_LIMIT_MS);
    this.#idleTimer.unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restartTimer);
    await this.#pending?.stop();
    await this.#retire();
    await this.#leaving;
  }

  #isNeeded(): boolean {
    return this.#tenants.some((tenant) => tenant.isNeeded());
  }

  async #retire(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const link = this.#link;
    this.#link = null;
    this.#setStatus('idle');
    await link?.stop();
  }

  #setStatus(status: ProcessStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    for (const tenant of this.#tenants) tenant.onStatusChanged();
  }

  #open(): Promise<EngineLink> {
    return (this.#opening ??= this.#openNow().finally(() => {
      this.#opening = null;
      this.#pending = null;
    }));
  }

  async #openNow(): Promise<EngineLink> {
    const isRestart = this.#status === 'restarting';
    clearTimeout(this.#restartTimer);
    if (!isRestart) this.#setStatus('starting');
    const link = (this.#pending = this.#launch());
    // Where the process dies here, `#onDied` has already decided what follows.
    await link.ready;
    this.#link = link;
    if (isRestart) this.#restarts += 1;
    await Promise.all(this.#tenants.map(async (tenant) => tenant.onUp(link)));
    if (this.#link === link) this.#setStatus('running');
    return link;
  }

  #launch(): EngineLink {
    try {
      return openEngineLink(this.#options.launch, (death) => this.#onDied(death));
    } catch (error) {
      this.#reportDown({ reason: String(error) }, false);
      this.#setStatus('failed');
      throw error;
    }
  }

  #reportDown(death: EngineDeath, willRestart: boolean): void {
    for (const tenant of this.#tenants) tenant.onDown(death, willRestart);
  }

  #onDied(death: EngineDeath): void {
    this.#leaving = (this.#link ?? this.#pending)?.stop() ?? this.#leaving;
    this.#link = null;
    if (this.#isClosed) return;
    const nowMs = this.#options.clock.nowMs();
    this.#deathTimesMs = [...this.#deathTimesMs.filter((atMs) => nowMs - atMs < DEATH_WINDOW_MS), nowMs];
    const deaths = this.#deathTimesMs.length;
    const hasGivenUp = deaths >= MAX_DEATHS;
    const willRestart = !hasGivenUp && this.#isNeeded();
    this.#options.log.error('the engine process died', death.reason, { deaths, willRestart });
    this.#options.onDied?.(death.reason);
    this.#reportDown(death, willRestart);
    this.#setStatus(willRestart ? 'restarting' : hasGivenUp ? 'failed' : 'idle');
    if (willRestart) this.#restartAfter(RESTART_DELAYS_MS[deaths - 1] ?? 0);
  }

  #restartAfter(delayMs: number): void {
    clearTimeout(this.#restartTimer);
    this.#restartTimer = setTimeout(() => {
      if (this.#isClosed || this.#status !== 'restarting') return;
      if (!this.#isNeeded()) return this.#setStatus('idle');
      this.#open().catch((error: unknown) =>
        this.#options.log.error('the engine process did not start', error),
      );
    }, delayMs);
  }
}
