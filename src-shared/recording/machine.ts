import { RpcError } from '../contract/errors.ts';
import type { RecordingLog } from './ports.ts';
import {
  moveOn,
  type RecordingCommand,
  type RecordingEffect,
  type RecordingEvent,
  type RecordingReport,
  type RecordingPhase,
} from './states.ts';

/** What an event comes with, e.g. the label of a marker. */
export type Given = unknown;

export interface RecordingMachineOptions<Run> {
  /** Does what the table names; answers what the command asked for. */
  effects: Record<RecordingEffect, (run: Run, given: Given) => Promise<unknown>>;
  /** In another state, or with another report. */
  onMoved: () => void;
  log: RecordingLog;
}

/** Walks the table of `states.ts`: each event moves the state at once, and its effects follow one after the other. */
export class RecordingMachine<Run> {
  readonly #options: RecordingMachineOptions<Run>;
  readonly #waiting = new Set<() => void>();
  #phase: RecordingPhase = 'idle';
  #run: Run | null = null;
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: RecordingMachineOptions<Run>) {
    this.#options = options;
  }

  get phase(): RecordingPhase {
    return this.#phase;
  }

  /** What is recorded; null while idle. */
  get run(): Run | null {
    return this.#run;
  }

  /** Throws why it is not possible now, or what went wrong; then the state is as it was. */
  async command(command: RecordingCommand, given?: Given, started?: Run): Promise<unknown> {
    const done = this.#move(command, this.#run ?? started ?? null, given);
    const [phase, run] = [this.#phase, this.#run];
    try {
      return await done;
    } catch (error) {
      const isAsLeft = this.#phase === phase;
      // A marker changes no state. And what has moved on meanwhile is not this command's any more,
      if (run !== null && command !== 'mark' && isAsLeft) this.report('failed', run);
      // but what is to be stopped before it could begin has no sound that could end.
      if (run !== null && command === 'start' && !isAsLeft) this.report('soundEnded', run);
      throw error;
    }
  }

  /** Of a take that is over, they are nobody's. */
  report(report: RecordingReport, run: Run, given?: Given): void {
    if (run !== this.#run) return;
    this.#move(report, run, given).catch((error: unknown) =>
      this.#options.log.error('a take could not be followed', error, { report, phase: this.#phase }),
    );
  }

  /** Anyone who waits with `until` looks again. */
  touch(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Whether it is so within so long, asked again with everything that happens. */
  until(isSo: () => boolean, mostMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (is: boolean) => {
        this.#waiting.delete(look);
        clearTimeout(timer);
        resolve(is);
      };
      const look = () => isSo() && end(true);
      const timer = setTimeout(() => end(isSo()), mostMs);
      this.#waiting.add(look);
      look();
    });
  }

  /** Throws at once where the command is refused. */
  #move(event: RecordingEvent, run: Run | null, given: Given): Promise<unknown> {
    const next = moveOn(this.#phase, event);
    if ('refused' in next) throw new RpcError(next.refused.code, next.refused.message);
    if ('ignored' in next || run === null) return Promise.resolve();
    this.#phase = next.to;
    this.#run = next.to === 'idle' ? null : run;
    const done = this.#perform(next.effects, run, given);
    this.#options.onMoved();
    this.touch();
    return done;
  }

  #perform(effects: readonly RecordingEffect[], run: Run, given: Given): Promise<unknown> {
    if (effects.length === 0) return Promise.resolve();
    const done = this.#work.then(async () => {
      let answer: unknown;
      for (const effect of effects) answer = await this.#options.effects[effect](run, given);
      return answer;
    });
    this.#work = done.catch(() => undefined).then(() => this.touch());
    return done;
  }
}
