import type { BroadcastCertificate } from '../../../src-shared/contract/broadcast.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { parseIngestAddress } from '../../../src-shared/domain/broadcast/address.ts';
import { hasConstantRate } from '../../../src-shared/domain/broadcast/destinations.ts';
import { describeDestinationExcess } from '../../../src-shared/domain/broadcast/planLimit.ts';
import type { RecordingLimits } from '../../../src-shared/domain/planLimits.ts';
import type { Clock, Log } from '../ports.ts';
import type { Destinations } from './destinations.ts';
import type { DestinationTarget } from './fanOut.ts';
import type { BroadcastJournal } from './journal.ts';
import { openPublisher } from './openPublisher.ts';
import { BroadcastRun, type BroadcastRunOptions } from './run.ts';
import type { ProgrammeSound } from './soundFeed.ts';
import type { StreamKeys } from './streamKeys.ts';

const ANNOUNCE_MS = 1000;
/** A page that was closed or killed has so long to come back. */
const ENDS_UNFED_AFTER_MS = 60_000;

export interface CurrentBroadcastOptions {
  destinations: Destinations;
  keys: StreamKeys;
  journal: BroadcastJournal;
  readLimits: () => Promise<RecordingLimits | null>;
  sound: ProgrammeSound;
  openMix: BroadcastRunOptions['openMix'];
  nowMs: () => number;
  clock: Clock;
  log: Log;
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  onChanged: () => void;
}

/** What the page says when it goes live. */
export type BroadcastStart = Pick<
  BroadcastRunOptions,
  'title' | 'description' | 'quality' | 'soundDelayMs'
> & {
  avcConfig: string;
};

/** The broadcast that is live: one at a time. */
export class CurrentBroadcast {
  readonly #options: CurrentBroadcastOptions;
  #run: BroadcastRun | null = null;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(options: CurrentBroadcastOptions) {
    this.#options = options;
  }

  get run(): BroadcastRun | null {
    return this.#run;
  }

  /** One was live since the host was started, and none is now. */
  get hasEnded(): boolean {
    return this.#hasEnded && this.#run === null;
  }

  require(): BroadcastRun {
    if (!this.#run) throw new RpcError('BROADCAST_NOT_RUNNING', 'No broadcast is live.');
    return this.#run;
  }

  assertNone(message: string): void {
    if (this.#run) throw new RpcError('BROADCAST_ALREADY_RUNNING', message);
  }

  async start({ avcConfig, ...said }: BroadcastStart): Promise<void> {
    this.assertNone('A broadcast is live already. End it first.');
    const { readLimits, sound, openMix, nowMs, clock, onChanged, journal } = this.#options;
    const targets = await chooseTargets(this.#options);
    const excess = describeDestinationExcess(await readLimits(), targets.length);
    if (excess !== null) throw new RpcError('PLAN_LIMIT', excess);
    this.#run = new BroadcastRun({
      ...said,
      avcConfig: Buffer.from(avcConfig, 'base64'),
      targets,
      sound,
      openMix,
      nowMs,
      wallMs: () => clock.nowMs(),
      open: openPublisher,
      onStateChanged: onChanged,
    });
    this.#hasEnded = true;
    journal.begin({
      version: 1,
      title: said.title,
      description: said.description,
      quality: said.quality,
      destinations: targets.map(({ name }) => name),
      startedAt: new Date(clock.nowMs()).toISOString(),
    });
    this.#timer = setInterval(() => this.#look(), ANNOUNCE_MS);
  }

  async stop(): Promise<BroadcastCertificate> {
    const certificate = await this.require().end();
    clearInterval(this.#timer);
    this.#run = null;
    this.#options.journal.end();
    this.#options.onChanged();
    return certificate;
  }

  #look(): void {
    const { log, inTurn, onChanged } = this.#options;
    onChanged();
    if (!this.#run || this.#run.unfedMs < ENDS_UNFED_AFTER_MS) return;
    log.info('the broadcast is ended: its page has sent nothing for a minute');
    clearInterval(this.#timer);
    inTurn(() => this.stop()).catch((error: unknown) => log.error('the broadcast could not be ended', error));
  }
}

/** The enabled destinations that have a key; without multi-streaming the first alone. */
async function chooseTargets({
  destinations,
  keys,
}: Pick<CurrentBroadcastOptions, 'destinations' | 'keys'>): Promise<
  (DestinationTarget & { name: string })[]
> {
  const { isMultiStream, destinations: all } = destinations.document;
  const enabled = all.filter(({ isEnabled }) => isEnabled);
  if (enabled.length === 0) {
    throw new RpcError('BAD_OPTION', 'No destination is on. Add one, or turn one on.');
  }
  const chosen = isMultiStream ? enabled : enabled.slice(0, 1);
  return await Promise.all(
    chosen.map(async (destination) => {
      const { id, name, address, catchesUp } = destination;
      const key = await keys.read(id);
      if (key === null) {
        throw new RpcError('BAD_OPTION', `${name} has no stream key. Save one, or turn it off.`);
      }
      const parsed = parseIngestAddress(address);
      if (!('address' in parsed)) throw new RpcError('BAD_OPTION', `The address of ${name} is not right.`);
      const isConstantRate = hasConstantRate(destination);
      return { id, name, address: parsed.address, key, catchesUp, isConstantRate };
    }),
  );
}
