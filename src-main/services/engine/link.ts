import type { InputOf, OutputOf, ProcedureName } from '../../../src-shared/contract/define.ts';
import { RpcError, unwrap } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { createClient, type Client } from '../../../src-shared/rpc/index.ts';
import type { EngineLauncher, EngineProcess } from '../ports.ts';
import { hasProcessorWait, processorWaitMs } from '../processes/index.ts';
import { ENGINE_PROCESS_VERSION, engineProcessContract, type EngineProcessContract } from './contract.ts';
import { createProcessChannel } from './processChannel.ts';

const PING_INTERVAL_MS = 500;
/** A process that does not answer a ping for so long is hung. */
const PING_LIMIT_MS = 1000;
/** Opening or listing devices may hold the process's thread: sound servers answer when they like. */
const DEVICE_CALL_LIMIT_MS = 15_000;
/** Loading Node and the contract. Where nothing says that a process waits for its turn, a busy machine is given time instead. */
const START_LIMIT_MS = hasProcessorWait ? 15_000 : 60_000;
/** A timer of ours that comes so late says that this process was held up, not the engine. */
const OWN_DELAY_MS = 250;
/** Less waiting for a processor delays no answer. */
const LEAST_WAIT_MS = 50;

/** Procedures that may hold the engine's thread. */
const DEVICE_CALLS: ReadonlySet<string> = new Set([
  'process.readBuild',
  'process.listDevices',
  'process.startDeviceWatch',
  'process.stopDeviceWatch',
  'virtualMicrophone.read',
  'virtualMicrophone.start',
  'virtualMicrophone.stop',
  'live.start',
  'live.setMonitor',
  'live.stop',
  'capture.start',
  'capture.setChannel',
  'capture.removeChannel',
  'capture.setLatencyMode',
  'capture.startTake',
  'capture.stopTake',
  'capture.stop',
]);

/** Procedures that hold it for as long as they take, and nothing else continues meanwhile. */
const LONG_CALLS: ReadonlySet<string> = new Set(['bench.runEngine']);

export interface EngineDeath {
  /** As the user reads it: `signal SIGKILL`, `exit code 1`, `no answer for 1 s`. */
  reason: string;
}

/** One running engine process. */
export interface EngineLink {
  readonly client: Client<EngineProcessContract>;
  readonly pid: number | undefined;
  /** Resolves when the process answers; rejects where it died before. */
  readonly ready: Promise<void>;
  /** Throws an `RpcError`; `ENGINE_STOPPED` where the process died meanwhile. */
  call<N extends ProcedureName<EngineProcessContract>>(
    name: N,
    input: InputOf<EngineProcessContract[N]>,
  ): Promise<OutputOf<EngineProcessContract[N]>>;
  /** Resolves when the process has ended, however it did. */
  readonly closed: Promise<void>;
  /** Ends a process that cannot continue; `onDied` is called with the reason, as for any other death. */
  giveUp(reason: string): void;
  /** Ends the process; `onDied` is not called. Resolves when it has gone. */
  stop(): Promise<void>;
}

/**
 * Starts an engine process and watches it: `onDied` is called once if it ends or hangs, after
 * which nothing of it is left. It hangs where it had the time to answer and did not: what it waits for a processor is not counted.
 */
export function openEngineLink(
  launch: EngineLauncher,
  onDied: (death: EngineDeath) => void,
  waitOf = processorWaitMs,
): EngineLink {
  return new Link(launchProcess(launch), onDied, waitOf);
}

function launchProcess(launch: EngineLauncher): EngineProcess {
  try {
    return launch();
  } catch (error) {
    throw failWith('ENGINE_UNAVAILABLE', 'engineNotStarted', {
      values: { reason: String(error) },
      cause: error,
    });
  }
}

class Link implements EngineLink {
  readonly client: Client<EngineProcessContract>;
  readonly ready: Promise<void>;
  readonly #process: EngineProcess;
  readonly #onDied: (death: EngineDeath) => void;
  readonly #waitOf: typeof processorWaitMs;
  readonly #exited: Promise<void>;
  #deviceCalls = 0;
  #longCalls = 0;
  #timer: NodeJS.Timeout | undefined;
  #deathReason: string | null = null;
  #isOver = false;

  constructor(process: EngineProcess, onDied: (death: EngineDeath) => void, waitOf: typeof processorWaitMs) {
    this.#process = process;
    this.#onDied = onDied;
    this.#waitOf = waitOf;
    this.#exited = new Promise((resolve) => {
      process.onExit(({ code, signal }) => {
        this.#die(signal ? `signal ${signal}` : `exit code ${code ?? 'unknown'}`);
        resolve();
      });
    });
    const channel = createProcessChannel(process);
    this.client = createClient({
      contract: engineProcessContract,
      protocolVersion: ENGINE_PROCESS_VERSION,
      openChannel: () => channel,
    });
    this.#expectWithin(START_LIMIT_MS, 'no answer at its start');
    this.ready = this.call('process.ping', undefined).then(() => this.#pingLater());
  }

  get closed(): Promise<void> {
    return this.#exited;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async call<N extends ProcedureName<EngineProcessContract>>(
    name: N,
    input: InputOf<EngineProcessContract[N]>,
  ): Promise<OutputOf<EngineProcessContract[N]>> {
    const isDeviceCall = DEVICE_CALLS.has(name);
    const isLongCall = LONG_CALLS.has(name);
    if (isDeviceCall) this.#deviceCalls += 1;
    if (isLongCall) this.#longCalls += 1;
    try {
      const call = this.client.call.bind(this.client) as (name: N, input: unknown) => Promise<never>;
      return unwrap(await call(name, input));
    } catch (error) {
      if (error instanceof RpcError && error.code === 'CONNECTION_LOST') {
        throw stoppedError(this.#deathReason, error);
      }
      throw error;
    } finally {
      if (isDeviceCall) this.#deviceCalls -= 1;
      if (isLongCall) this.#longCalls -= 1;
    }
  }

  giveUp(reason: string): void {
    this.#die(reason);
  }

  async stop(): Promise<void> {
    this.#end();
    await this.#exited;
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#process.kill();
    this.client.close();
  }

  #die(reason: string): void {
    if (this.#isOver) return;
    this.#deathReason = reason;
    this.#end();
    this.#onDied({ reason });
  }

  #pingLater(): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    this.#timer = setTimeout(() => {
      this.#expectWithin(PING_LIMIT_MS, `no answer for ${PING_LIMIT_MS / 1000} s`);
      this.client.call('process.ping').then(
        (answer) => answer.success && this.#pingLater(),
        // `call` never rejects; a death settles it with a failure, which is handled by `onExit`.
        () => undefined,
      );
    }, PING_INTERVAL_MS);
  }

  /** Counts the process as dead unless the timer is set again before it fires. */
  #expectWithin(limitMs: number, reason: string, waitedMs = 0): void {
    clearTimeout(this.#timer);
    const dueAtMs = performance.now() + limitMs;
    const waitBeforeMs = this.#waitOf(this.pid);
    this.#timer = setTimeout(() => {
      const wasHeldUp = performance.now() - dueAtMs > OWN_DELAY_MS;
      const mayTakeLonger =
        this.#longCalls > 0 || (this.#deviceCalls > 0 && waitedMs + limitMs < DEVICE_CALL_LIMIT_MS);
      const waitMs = this.#waitOf(this.pid) - waitBeforeMs;
      if (wasHeldUp || mayTakeLonger) this.#expectWithin(limitMs, reason, waitedMs + limitMs);
      else if (waitMs > LEAST_WAIT_MS)
        this.#expectWithin(Math.min(waitMs, limitMs), reason, waitedMs + limitMs);
      else this.#die(reason);
    }, limitMs);
  }
}

function stoppedError(reason: string | null, cause: unknown): RpcError {
  const why = reason === null ? '' : ` (${reason})`;
  return failWith('ENGINE_STOPPED', 'engineStoppedBecause', {
    values: { reason: why },
    retryable: true,
    cause,
  });
}
