import { createHash } from 'node:crypto';
import type { Settings } from '../../../src-shared/contract/settings.ts';
import type { UpdateInstall } from '../../../src-shared/contract/updates.ts';
import {
  isInRollout,
  objectionTo,
  type Release,
  type UpdateFailure,
  type UpdateSystem,
} from '../../../src-shared/domain/release.ts';
import { isNewerVersion } from '../../../src-shared/domain/updateCheck.ts';
import type { Log } from '../ports.ts';
import type { Publisher } from './publisher.ts';
import { fetchRelease, isSignedFile, ReleaseError } from './release.ts';

/** What must not be cut off. */
export type Activity = 'recording' | 'broadcast' | 'render' | 'live';

/** The part of the desktop shell that brings a package and puts it in place of this one. */
export interface UpdateProgram {
  /** Where the package has been laid; rejects where the signal is raised. */
  download(
    release: Release,
    publisher: Publisher,
    options: { signal: AbortSignal; onProgress: (percent: number) => void },
  ): Promise<string>;
  /** Ends the app in order; `installPending` is called on the way. */
  quit(): void;
  /** The last thing that the app does. */
  install(isStartedAgain: boolean): void;
}

export interface UpdateInstallerOptions {
  version: string;
  system: UpdateSystem;
  publisher: Publisher | null;
  /** null where this host does not put itself in place of another version. */
  program: UpdateProgram | null;
  /** Random and of this installation: says where in a roll-out it is. */
  installationId: () => string;
  readSettings: () => Pick<Settings, 'privacyMode' | 'updateChannel' | 'updateInstall'>;
  findActivity: () => Activity | null;
  onChanged: () => void;
  log: Log;
}

type Step =
  | { step: 'none' }
  | { step: 'offered'; release: Release }
  | { step: 'downloading'; release: Release; percent: number; stop: AbortController }
  | { step: 'ready'; release: Release; isWanted: boolean; isQuitting: boolean }
  | { step: 'failed'; why: UpdateFailure };

/** Offers, downloads and installs releases that the publisher of this build signed, and never while something runs. */
export class UpdateInstaller {
  readonly #options: UpdateInstallerOptions;
  #now: Step = { step: 'none' };

  constructor(options: UpdateInstallerOptions) {
    this.#options = options;
  }

  get state(): UpdateInstall {
    const why = findObstacle(this.#options);
    return why ? { step: 'unsupported', why } : describe(this.#now, this.#options.findActivity());
  }

  /** Asks for the channel's release, and begins to download it where it is to be installed on quit. Never rejects. */
  async look(): Promise<void> {
    const { publisher, system, version, readSettings } = this.#options;
    if (!publisher || findObstacle(this.#options)) return;
    if (this.#now.step === 'downloading' || this.#now.step === 'ready') return;
    const { updateChannel: channel, updateInstall } = readSettings();
    try {
      const release = await fetchRelease(publisher, channel, system);
      const objection = objectionTo(release, { channel, system, version });
      if (objection) return this.#fail(objection, `${release.version} of ${release.channel}`);
      this.#become(this.#isForUs(release) ? { step: 'offered', release } : { step: 'none' });
    } catch (error) {
      return this.#fail(error instanceof ReleaseError ? error.why : 'unreachable', error);
    }
    // Whoever asked what there is does not wait for it.
    if (updateInstall === 'onQuit') void this.download();
  }

  /** Downloads what is offered. Never rejects: what went wrong is in the state. */
  async download(): Promise<void> {
    const { publisher, program } = this.#options;
    const now = this.#now;
    if (!publisher || !program || findObstacle(this.#options) || now.step !== 'offered') return;
    const { release } = now;
    const stop = new AbortController();
    this.#become({ step: 'downloading', release, percent: 0, stop });
    try {
      const onProgress = (percent: number) => this.#onProgress(percent);
      const file = await program.download(release, publisher, { signal: stop.signal, onProgress });
      const isSigned = await isSignedFile(file, release);
      if (stop.signal.aborted) return this.#become({ step: 'offered', release });
      if (!isSigned) return this.#fail('damaged', `${file} is not what the publisher signed`);
      this.#become({ step: 'ready', release, isWanted: false, isQuitting: false });
    } catch (error) {
      if (stop.signal.aborted) return this.#become({ step: 'offered', release });
      this.#fail('damaged', error);
    }
  }

  /** The person wants it now: at once, or when what must not be cut off has ended. */
  install(): void {
    if (this.#now.step !== 'ready' || findObstacle(this.#options)) return;
    this.#become({ ...this.#now, isWanted: true });
    this.#quitWhereFree();
  }

  /** Not now after all; also ends a download. */
  cancel(): void {
    if (this.#now.step === 'downloading') this.#now.stop.abort();
    if (this.#now.step === 'ready' && !this.#now.isQuitting) this.#become({ ...this.#now, isWanted: false });
  }

  /** To be called when an activity may have begun or ended. */
  onActivityChanged(): void {
    if (this.#now.step !== 'ready') return;
    this.#options.onChanged();
    this.#quitWhereFree();
  }

  /** The last step of quitting; true where another version takes the place of this one. */
  installPending(): boolean {
    const { readSettings, findActivity, program } = this.#options;
    if (this.#now.step !== 'ready' || findObstacle(this.#options) || findActivity() !== null) return false;
    const { isWanted } = this.#now;
    if (!isWanted && readSettings().updateInstall !== 'onQuit') return false;
    program?.install(isWanted);
    return true;
  }

  #isForUs(release: Release): boolean {
    const place = placeInRollout(this.#options.installationId(), release);
    return (
      isNewerVersion(release.version, this.#options.version) && isInRollout(place, release.stagingPercentage)
    );
  }

  #become(next: Step): void {
    this.#now = next;
    this.#options.onChanged();
  }

  #fail(why: UpdateFailure, error: unknown): void {
    this.#options.log.error('a release was not taken', error, { why });
    this.#become({ step: 'failed', why });
  }

  #onProgress(exactPercent: number): void {
    const percent = Math.min(100, Math.max(0, Math.floor(exactPercent)));
    if (this.#now.step === 'downloading' && percent !== this.#now.percent)
      this.#become({ ...this.#now, percent });
  }

  #quitWhereFree(): void {
    const now = this.#now;
    if (now.step !== 'ready' || !now.isWanted || now.isQuitting || this.#options.findActivity()) return;
    this.#now = { ...now, isQuitting: true };
    this.#options.program?.quit();
  }
}

function describe(now: Step, activity: Activity | null): UpdateInstall {
  switch (now.step) {
    case 'none':
      return now;
    case 'failed':
      return { step: 'failed', why: now.why };
    case 'offered':
      return { step: 'offered', version: now.release.version };
    case 'downloading':
      return { step: 'downloading', version: now.release.version, percent: now.percent };
    case 'ready':
      return { step: 'ready', version: now.release.version, isWanted: now.isWanted, waitsFor: activity };
  }
}

/** Why this installation does not put itself in place of another version. */
function findObstacle({ program, publisher, readSettings }: UpdateInstallerOptions) {
  if (!program) return 'desktopOnly';
  if (!publisher) return 'noPublisher';
  const { privacyMode, updateInstall } = readSettings();
  if (privacyMode) return 'privacy';
  return updateInstall === 'none' ? 'switchedOff' : null;
}

/** Between 0 and 99, another for each version, so that it is not always the same who are first. */
function placeInRollout(installationId: string, { version }: Release): number {
  return createHash('sha256').update(`${installationId} ${version}`).digest().readUInt32BE(0) % 100;
}
