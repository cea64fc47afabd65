import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { videoContract } from '../../../src-shared/contract/video.ts';
import type { captureContract } from '../../../src-shared/contract/capture.ts';
import type { CaptureSetUp } from '../../../src-shared/domain/captureSetUp.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { EndedTake, recordingContract } from '../../../src-shared/contract/recording.ts';
import type { TakeCertificate } from '../../../src-shared/domain/certificateSchema.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import { createEventHub, type EventHub, type Handlers } from '../../../src-shared/rpc/index.ts';
import { CaptureService, createPassingSetUpStore } from '../../services/capture/index.ts';
import { createRecordingService, makeTakeFolder } from '../../services/recording/index.ts';
import type { EngineService } from '../../services/engine/index.ts';
import { createTakesService, readTakeFolder, verifyTake } from '../../services/takes/index.ts';
import { createCommandEngine, createCommandLog } from './engine.ts';
import { EXIT, print, printError, UsageError } from './output.ts';
import { parseCommand, parseNumber } from './parse.ts';
import { createCommandPlan } from './plan.ts';
import { createRecordChains } from './recordChains.ts';
import { createRecordLine, type RecordLine } from './recordLine.ts';
import { readSetUp, setUpOf } from './recordSetUp.ts';

const RECORD_HELP = `sounddesk record --set-up FILE.json --out DIR [options]
sounddesk record --init > FILE.json
sounddesk record start [--name NAME] | pause | resume | mark [LABEL] | stop [--json]

Records each channel of a set-up to its own file, all on one clock: what a device does not deliver
becomes silence of the same length, and a device that is unplugged is waited for. Each recording is a
new folder in DIR, named by date and time. Ctrl-C ends it; then every file is decoded and the take
gets its certificate, which a second Ctrl-C leaves out ("sounddesk takes verify" makes it later).

A channel's plug-ins are opened with the state that the set-up gives them, and recorded with it where
the set-up's tap is "processed". One that is not installed or fails is noted, and left out.

With a word in place of --set-up, it drives the recording of the SoundDesk that runs on this computer,
whose API must be on: Settings, under API Keys.

The plan of this computer says how many channels a recording may have, as in the app; a mix is one.

  --set-up FILE.json   what to record: channels with their sources, and how
  --out DIR            where the take's folder is made; DIR is made where it is not there
  --name NAME          goes into the take and the name of its folder
  --seconds N          end after so many seconds of sound
  --json               print an object: takes [{folder, name, recordedSec, code, message,
                       continuedIn, certificate}], devices [{atSec, id, name, status}], notes [{atSec, message}]
  --init               print a set-up of the devices that are connected now, to begin with
  --help               print this

If the audio engine crashes, it restarts and the recording continues in a folder next to the
first, which is kept.

Exit codes: 0 recorded (also where Ctrl-C ended it), 1 it could not be recorded, is beyond the plan, stopped unexpectedly, or
misses more than a second of what was to be recorded, 2 wrong usage or a set-up with a mistake.`;

interface RecordArguments {
  setUp: CaptureSetUp;
  takesDir: string;
  name: string | null;
  seconds: number | null;
  json: boolean;
  findPlan: typeof createCommandPlan;
}

/** More sound missing than this, in all gaps of a track, makes a recording one that scripts must not take for good. */
const MUCH_MISSING_SEC = 1;

/** What happened while it recorded, in the words and figures that are printed. */
interface RecordReport {
  takes: (EndedTake & { certificate: TakeCertificate | null })[];
  devices: { atSec: number; id: string; name: string; status: string }[];
  notes: { atSec: number; message: string }[];
}

type RecordContract = typeof captureContract & typeof recordingContract;
type Events = EventHub<RecordContract & typeof videoContract>;
type Call = <N extends keyof Handlers<RecordContract>>(
  name: N,
  ...input: Parameters<Handlers<RecordContract>[N]> extends [infer I, ...unknown[]] ? [I] : never
) => Promise<Awaited<ReturnType<Handlers<RecordContract>[N]>>>;

/** `findPlan`: what this device may record. */
export async function runRecord(args: string[], findPlan = createCommandPlan): Promise<number> {
  const { values, positionals } = parseCommand('record', args, {
    'set-up': { type: 'string' },
    out: { type: 'string' },
    name: { type: 'string' },
    seconds: { type: 'string' },
    json: { type: 'boolean', default: false },
    init: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(RECORD_HELP);
    return EXIT.ok;
  }
  if (positionals.length > 0) throw new UsageError(`"record" takes no "${positionals[0]}".`);
  if (values.init) return await printSetUp(findPlan);
  if (!values['set-up']) throw new UsageError('Say what to record: --set-up FILE.json ("--init" makes one).');
  if (!values.out) throw new UsageError('Say where the recording goes: --out DIR.');
  return await record({
    setUp: readSetUp(values['set-up']),
    takesDir: resolve(values.out),
    name: values.name?.trim() || null,
    seconds: values.seconds === undefined ? null : parseNumber('seconds', values.seconds, 0.1, 1e6),
    json: values.json,
    findPlan,
  });
}

async function printSetUp(findPlan: RecordArguments['findPlan']): Promise<number> {
  const log = createCommandLog();
  const engine = createCommandEngine(log);
  try {
    const setUp = setUpOf(await engine.devices.list(), await findPlan(log).defaultEngine());
    if (setUp.channels.length === 0) {
      printError('There is no microphone: connect one, or start a sound server, and name it as a source.');
    }
    print(JSON.stringify(setUp, null, 2));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    printError(error.message);
    return EXIT.failed;
  } finally {
    await engine.close();
  }
}

async function record(options: RecordArguments): Promise<number> {
  const log = createCommandLog();
  const engine = createCommandEngine(log);
  const plan = options.findPlan(log);
  const events: Events = createEventHub();
  const clock = { nowMs: Date.now };
  const line = createRecordLine(process.stderr);
  const recording = new Recording(events, line, options);
  const capture = new CaptureService({
    engine: engine.capture,
    store: createPassingSetUpStore(),
    clock,
    events,
    async assertMayRecord(setUp) {
      await plan.assertMayRecord(setUp);
      const enabled = setUp.channels.filter(({ isEnabled }) => isEnabled);
      await plan.assertMayClean(enabled.map(({ denoise }) => denoise.engine));
    },
  });
  const recorder = createRecordingService({
    sound: { engine: engine.capture, channels: capture.channels },
    makeFolder: (name) => makeTakeFolder(options.takesDir, name, clock.nowMs()),
    clock,
    log,
    events,
    createId: randomUUID,
    nowMs: () => performance.now(),
    recover: (folder) => recording.following(takes.recover(folder)),
  });
  const takes = createTakesService({
    libraryPath: options.takesDir,
    exportsPath: options.takesDir,
    soundPath: join(options.takesDir, '.heard'),
    engine,
    clock,
    log,
    createId: randomUUID,
    onChanged: () => undefined,
    onProgressed: () => undefined,
  });
  const chains = createRecordChains({
    setUp: options.setUp,
    engine,
    store: capture.chains,
    log,
    note: (message) => recording.note(message),
  });
  const { signal } = new AbortController();
  const call = ((name, input) =>
    ({ ...capture.handlers, ...recorder.handlers }[name] as (given: unknown, context: unknown) => unknown)(
      input,
      { signal },
    )) as Call;
  try {
    await chains.find();
    await call('capture.start', { setUp: options.setUp });
    chains.check();
    await call('recording.start', { name: options.name, sound: { of: 'channels' }, sources: [] });
    recording.begin(engine);
    await recording.untilEnded(engine, options.seconds);
    if (engine.capture.state.take) await call('recording.stop', undefined);
    await call('capture.stop', undefined);
    await recording.certify(engine);
    recording.print();
    return recording.hasFailed ? EXIT.failed : EXIT.ok;
  } catch (error) {
    line.clear();
    if (!(error instanceof RpcError)) throw error;
    recording.print();
    printError(error.message.replaceAll('\n', ' '));
    return EXIT.failed;
  } finally {
    await chains.close();
    await engine.close();
  }
}

function missesMuch(certificate: TakeCertificate | null): boolean {
  return certificate?.grade === 'red' || (certificate?.missingSec ?? 0) > MUCH_MISSING_SEC;
}

/** How much longer than requested a recording waits for a device that is behind. */
const LATE_DEVICE_SEC = 5;

/** Follows one recording: what is drawn while it runs, and what is reported afterwards. */
class Recording {
  readonly #report: RecordReport = { takes: [], devices: [], notes: [] };
  readonly #line: RecordLine;
  readonly #options: RecordArguments;
  readonly #end = Promise.withResolvers<void>();
  readonly #checking = new AbortController();
  readonly #recoveries: Promise<unknown>[] = [];
  #startedAtMs: number | null = null;
  #drawer: NodeJS.Timeout | undefined;

  constructor(events: Events, line: RecordLine, options: RecordArguments) {
    this.#line = line;
    this.#options = options;
    events.subscribe('capture.onDeviceChanged', ({ device, message }) => {
      const { id, name, status } = device;
      this.#report.devices.push({ atSec: this.#nowSec(), id, name, status });
      this.note(message);
    });
    events.subscribe('capture.onOverloaded', ({ message }) => this.note(message));
    events.subscribe('recording.onWarned', ({ message }) => this.note(message));
    events.subscribe('recording.onRecovered', ({ message }) => this.note(message));
    events.subscribe('recording.onEnded', (take) => {
      this.#report.takes.push({ ...take, certificate: null });
      if (take.message !== null) this.note(take.message);
      if (take.continuedIn === null) this.#end.resolve();
    });
    // Ctrl-C ends a recording cleanly, then what comes after it; who cannot wait for that says it again.
    let asked = 0;
    const end = () => {
      asked += 1;
      this.#end.resolve();
      if (asked === 2) this.#checking.abort();
      if (asked > 2) process.exit(EXIT.interrupted);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  }

  get hasFailed(): boolean {
    const last = this.#report.takes.at(-1);
    return last?.code !== null || this.#report.takes.some(({ certificate }) => missesMuch(certificate));
  }

  begin(engine: EngineService): void {
    this.#startedAtMs = performance.now();
    const folder = engine.capture.state.take?.folder ?? '';
    if (!this.#options.json) printError(`Recording into ${folder}. Ctrl-C ends it.`);
    if (!process.stderr.isTTY) return;
    const channels = this.#options.setUp.channels.filter(({ isEnabled }) => isEnabled);
    engine.capture.wantsLevels = true;
    this.#drawer = setInterval(() => {
      const { take } = engine.capture.state;
      const { levels } = engine.capture;
      if (take) this.#line.update({ progress: take.progress, levels, channels }, performance.now());
    }, 50);
  }

  /** How many seconds of sound, by the devices' clock; or until all has ended on its own, or is asked to. */
  async untilEnded(engine: EngineService, seconds: number | null): Promise<void> {
    const look = () => {
      if (seconds === null || this.#nowSec() < seconds) return;
      const recordedSec = [...this.#report.takes, engine.capture.state.take?.progress].reduce(
        (sum, part) => sum + (part?.recordedSec ?? 0),
        0,
      );
      // A device that has stopped would never come to its end.
      if (recordedSec >= seconds || this.#nowSec() >= seconds + LATE_DEVICE_SEC) this.#end.resolve();
    };
    const timer = setInterval(look, 20);
    await this.#end.promise;
    clearInterval(timer);
  }

  /** The recovery of a take that was cut: its certificate waits for it. */
  following<T>(recovery: Promise<T>): Promise<T> {
    this.#recoveries.push(recovery.catch(() => undefined));
    return recovery;
  }

  /** Decodes all that was recorded, unless the user does not want to wait for it. */
  async certify(engine: EngineService): Promise<void> {
    this.#stopDrawing();
    if (!this.#options.json) printError('Checking what was recorded (Ctrl-C leaves that out) …');
    await Promise.all(this.#recoveries);
    const { signal } = this.#checking;
    for (const take of this.#report.takes) {
      if (signal.aborted) return;
      try {
        const folder = await readTakeFolder(take.folder);
        take.certificate = await verifyTake(folder, engine, { signal, nowMs: Date.now() });
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        if (!signal.aborted) this.note(error.message);
      }
    }
  }

  #stopDrawing(): void {
    clearInterval(this.#drawer);
    this.#line.clear();
  }

  print(): void {
    this.#stopDrawing();
    if (this.#options.json) return print(JSON.stringify(this.#report, null, 2));
    for (const { folder, recordedSec, certificate } of this.#report.takes) {
      print(`${folder}  ${formatTimer(recordedSec)}  ${certificate?.summary ?? 'not checked'}`);
      for (const reason of certificate?.reasons ?? []) print(`  ${reason}`);
    }
  }

  #nowSec(): number {
    return this.#startedAtMs === null ? 0 : (performance.now() - this.#startedAtMs) / 1000;
  }

  note(message: string): void {
    const atSec = this.#nowSec();
    this.#report.notes.push({ atSec, message });
    this.#line.clear();
    printError(`${formatTimer(atSec)}  ${message}`);
  }
}
