import type { diagnosticsContract } from '../contract/diagnostics.ts';
import type { AudioDevice } from '../domain/audio.ts';
import { RpcError } from '../contract/errors.ts';
import type { AppContract } from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import type { Diagnostics, DiagnosticsSection } from '../domain/diagnostics.ts';
import { findBuiltInPreset } from '../domain/presets.ts';
import { createScrub, type ScrubOptions } from '../domain/scrub.ts';
import type { CallContext, Handlers } from '../rpc/index.ts';
import { twoDigits } from '../domain/time.ts';

/** What is asked: calls that change nothing. */
export type Asked = Partial<
  Pick<
    Handlers<AppContract>,
    | 'host.describe'
    | 'engine.readState'
    | 'devices.listAudio'
    | 'settings.read'
    | 'licence.readStatus'
    | 'accounts.read'
    | 'journal.readPeriod'
  >
>;

export interface DiagnosticsOptions {
  asked: Asked;
  nowMs: () => number;
  /** Facts of the machine and of what runs there, beside what the host describes. */
  readEnvironment: () => Record<string, string>;
  /** The last lines of the log, oldest first. */
  readLog: () => string[];
  /** What is personal on this machine. */
  readPersonal: () => ScrubOptions;
}

const LOG_LINES = 120;
const LINE_LENGTH = 1500;
const PERIOD_DAYS = 7;
const DAY_MS = 86_400_000;
/** Settings whose text is one of a list. Any other text may be anything. */
const PLAIN_TEXTS: readonly string[] = [
  'theme',
  'language',
  'updateFrequency',
  'updateChannel',
  'updateInstall',
  'latencyMode',
];

type Facts = Record<string, string | number | boolean | null>;

/** The report, with the devices by their names or without; `context` is that of the call which asks for it. */
export type ReadDiagnostics = (withDeviceNames: boolean, context: CallContext) => Promise<Diagnostics>;

/** The same report in every host: what cannot be known is reported as that, and everything is scrubbed at the end. */
export function createDiagnosticsReader(options: DiagnosticsOptions): ReadDiagnostics {
  const { asked } = options;
  return async (withDeviceNames, context) => {
    const devices = await known(async () => asked['devices.listAudio']?.(undefined, context));
    const period = await known(async () => asked['journal.readPeriod']?.(lastDays(options.nowMs()), context));
    const list = devices.value ?? [];
    const labels = labelsOf(list);
    const sections = [
      await section('Program', async () =>
        programFacts(await asked['host.describe']?.(undefined, context), options),
      ),
      await section('Audio engine', async () =>
        engineFacts(await asked['engine.readState']?.(undefined, context)),
      ),
      await section('Devices', async () => devices.failure ?? deviceFacts(list, labels, withDeviceNames)),
      await section(
        `Latency and missed deadlines, last ${PERIOD_DAYS} days`,
        async () => period.failure ?? periodFacts(period.value, labels, withDeviceNames),
      ),
      await section('Settings', async () =>
        settingsFacts(await asked['settings.read']?.(undefined, context), labels),
      ),
      await section('License and account', async () => ({
        license: (await asked['licence.readStatus']?.(undefined, context))?.state.kind ?? 'not asked',
        accounts: accountsFact(await asked['accounts.read']?.(undefined, context)),
      })),
    ];
    const names = withDeviceNames
      ? []
      : [
          ...(period.value?.devices ?? []).flatMap((pair) => [pair.inputName, pair.outputName]),
          ...labels.keys(),
        ];
    const personal = options.readPersonal();
    const scrub = createScrub(personal);
    const hidden = (text: string) => scrub(withoutDevices(text, labels, names, list));
    return scrubAll(
      { takenAt: new Date(options.nowMs()).toISOString(), sections, log: lastLines(options) },
      withDeviceNames ? scrub : hidden,
    );
  };
}

export const diagnosticsHandlers = (read: ReadDiagnostics): Handlers<typeof diagnosticsContract> => ({
  'diagnostics.read': ({ withDeviceNames }, context) => read(withDeviceNames, context),
});

/** A part that cannot be read says so; the others are read. */
async function section(title: string, read: () => Promise<Facts | string>): Promise<DiagnosticsSection> {
  const { value, failure } = await known(read);
  const facts = failure ?? value ?? 'not known here';
  if (typeof facts === 'string') return { title, facts: [{ name: 'state', value: facts }] };
  return {
    title,
    facts: Object.entries(facts).map(([name, fact]) => ({
      name,
      value: fact === null ? 'none' : String(fact),
    })),
  };
}

async function known<T>(read: () => Promise<T>): Promise<{ value?: T; failure?: string }> {
  try {
    return { value: await read() };
  } catch (error) {
    const reason = error instanceof RpcError ? `${error.code}: ${error.message}` : String(error);
    return { failure: `could not be read (${reason})` };
  }
}

type Answer<N extends keyof Asked> = Awaited<ReturnType<NonNullable<Asked[N]>>> | undefined;

function programFacts(host: Answer<'host.describe'>, { readEnvironment }: DiagnosticsOptions): Facts {
  if (!host) return readEnvironment();
  const { product, version, runtime, operatingSystem, mode, capabilities } = host;
  const lacking = Object.entries(capabilities).flatMap(([name, capability]) =>
    capability.supported ? [] : [[`no ${name}`, capability.reason]],
  );
  return {
    version: `${product} ${version}`,
    host: `${runtime}, ${mode}`,
    system: operatingSystem,
    ...readEnvironment(),
    ...(Object.fromEntries(lacking) as Record<string, string>),
  };
}

function engineFacts(state: Answer<'engine.readState'>): Facts | string {
  if (!state) return 'not asked';
  const { process, restarts, lastFailure, live } = state;
  return {
    state: process,
    restarts,
    'last failure': lastFailure
      ? `${lastFailure.code}: ${lastFailure.message} (${new Date(lastFailure.atMs).toISOString()})`
      : null,
    live: live
      ? `${live.inputDevice.name} to ${live.outputDevice.name}, ${live.sampleRate} Hz, ${live.bufferFrames} frames, ${Math.round(live.elapsedSec)} s`
      : 'off',
    ...(live ? { 'real-time priority': live.realtimePriority.reason ?? 'granted' } : {}),
  };
}

/** "Input 1", "Output 2": by name and by id. */
function labelsOf(devices: readonly AudioDevice[]): Map<string, string> {
  const labels = new Map<string, string>();
  let inputs = 0;
  let outputs = 0;
  for (const { id, name, type } of devices) {
    const label = type === 'output' ? `Output ${(outputs += 1)}` : `Input ${(inputs += 1)}`;
    labels.set(id, label);
    if (!labels.has(name)) labels.set(name, label);
  }
  return labels;
}

function deviceFacts(
  devices: readonly AudioDevice[],
  labels: Map<string, string>,
  withNames: boolean,
): Facts | string {
  if (devices.length === 0) return 'none';
  return Object.fromEntries(
    devices.map(({ id, name, type, hostApi, channels, defaultSampleRate, isDefault }) => [
      labels.get(id) ?? type,
      [
        ...(withNames ? [name] : []),
        ...[type, hostApi, `${channels} channels`, `${defaultSampleRate} Hz`],
        ...(isDefault ? ['default'] : []),
      ].join(', '),
    ]),
  );
}

function periodFacts(
  period: Answer<'journal.readPeriod'>,
  labels: Map<string, string>,
  withNames: boolean,
): Facts | string {
  if (!period) return 'not known here';
  const { sessions, cleanedSec } = period.totals;
  const pairs = period.devices.map((pair, index) => {
    const label = withNames
      ? `${pair.inputName} to ${pair.outputName}`
      : `${labels.get(pair.inputName) ?? `Former input ${index + 1}`} to ${labels.get(pair.outputName) ?? `former output ${index + 1}`}`;
    const latency =
      pair.latencyP50Ms === null
        ? 'latency not measured'
        : `p50 ${pair.latencyP50Ms.toFixed(1)} ms, p99 ${pair.latencyP99Ms?.toFixed(1) ?? '—'} ms`;
    return [label, `${latency}, ${pair.framesMissed} of ${pair.framesProcessed} frames missed`] as const;
  });
  return { sessions, 'seconds cleaned': Math.round(cleanedSec), ...Object.fromEntries(pairs) };
}

/** What is set, without any text that somebody typed. */
function settingsFacts(settings: Settings | undefined, labels: Map<string, string>): Facts | string {
  if (!settings) return 'not asked';
  const facts: Facts = {};
  for (const [name, value] of Object.entries(settings as Record<string, unknown>)) {
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) facts[name] = value;
    else if (Array.isArray(value)) facts[name] = `${value.length} entries`;
    else if (typeof value === 'string') facts[name] = textFact(name, value, labels);
    else facts[name] = name === 'chain' ? JSON.stringify(value) : 'set';
  }
  return facts;
}

function textFact(name: string, value: string, labels: Map<string, string>): string {
  if (PLAIN_TEXTS.includes(name)) return value;
  if (name === 'activePresetId') return findBuiltInPreset(value) ? value : 'one of the user’s own';
  if (name === 'inputDeviceId' || name === 'outputDeviceId') return labels.get(value) ?? 'not connected';
  return value === '' ? 'empty' : 'set';
}

function accountsFact(accounts: Answer<'accounts.read'>): string {
  if (!accounts) return 'not asked';
  if (accounts.kind === 'none') return 'none';
  return accounts.isOnThisMachine ? 'of this machine' : 'of a hosted project';
}

function lastDays(nowMs: number) {
  const day = (atMs: number) => {
    const at = new Date(atMs);
    return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
  };
  return { from: day(nowMs - (PERIOD_DAYS - 1) * DAY_MS), to: day(nowMs), by: 'day' as const };
}

function lastLines({ readLog }: DiagnosticsOptions): string[] {
  return readLog()
    .slice(-LOG_LINES)
    .map((line) => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)} …` : line));
}

/** Names and ids of devices, those that were and those that are, by their labels. */
function withoutDevices(
  text: string,
  labels: Map<string, string>,
  names: readonly string[],
  devices: readonly AudioDevice[],
): string {
  let clean = text;
  const words = [...new Set([...names, ...devices.map(({ id }) => id)])];
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    if (word.length > 2) clean = clean.replaceAll(word, labels.get(word) ?? '[device]');
  }
  return clean.replaceAll(/\balsa_(?:input|output)\.[^\s"',\\]+/g, '[device]');
}

function scrubAll({ takenAt, sections, log }: Diagnostics, scrub: (text: string) => string): Diagnostics {
  return {
    takenAt,
    sections: sections.map(({ title, facts }) => ({
      title,
      facts: facts.map(({ name, value }) => ({ name: scrub(name), value: scrub(value) })),
    })),
    log: log.map(scrub),
  };
}
