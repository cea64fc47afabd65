import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { RpcError, type ErrorCode } from '../../../src-shared/contract/errors.ts';
import type { TakeSummary, TakeSync } from '../../../src-shared/contract/takes.ts';
import { toStored } from '../../../src-shared/domain/storedNames.ts';
import type { TakeCertificate } from '../../../src-shared/domain/certificateSchema.ts';
import { SOUND_FORMATS, SOUND_KBPS, USUAL_KBPS } from '../../../src-shared/domain/soundExport.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import type { EngineService, TakeJobTask } from '../../services/engine/index.ts';
import {
  between,
  createExportService,
  listTakes,
  readTakeFolder,
  repairTake,
  summarise,
  syncTake,
  verifyTake,
} from '../../services/takes/index.ts';
import { createCommandEngine } from './engine.ts';
import { listenForSignals } from './interruption.ts';
import { createPercentage, EXIT, formatTable, print, printError, UsageError } from './output.ts';
import { parseCommand, parseNumber } from './parse.ts';
import { takesIn } from './takeFolders.ts';
import { planVoices, VOICE_HELP, VOICE_OPTIONS } from './takeVoices.ts';

const TAKES_HELP = `sounddesk takes list|verify|repair|sync|export DIR [options]

DIR is a take, a folder with a take.json, or a folder of takes.

  list DIR               name, date, length, tracks, size and state of each take
  verify DIR             decode every frame of every track, and write what was found beside the
                         take (certificate.json): gaps, drift, clipping, loudness, true peak and
                         SHA-256 of each file; green, amber or red, with the reasons
  repair DIR             give recordings that were cut off an end: whole headers, whole blocks, all
                         tracks one length; what is whole is left as it is
  sync DIR --by audio|timecode|hand
                         lay the tracks of one take by the sound that they share, by the timecode
                         (LTC) that they carry, or by hand; export keeps to it
      --reference ID     for audio: the track that stays (default: the first)
      --track ID --offset=FRAMES   for hand: how much later the track is laid, or -FRAMES earlier
  export DIR -o OUT      write the tracks of one take, laid and of one length, into the folder OUT
      --stems, --mix     only the tracks, or only the mix (default: both)
      --format NAME      wav (default), flac, mp3, m4a or opus
      --encoding NAME    of wav and flac: pcm24 (default), pcm16 or float32
      --bitrate KBPS     of mp3, m4a and opus: 64, 96, 128, 192 (default), 256 or 320
      --title TEXT, --artist TEXT, --show TEXT, --episode N
                         tags of mp3, m4a and opus; markers become their chapters
      --target-lufs N    bring each file to this loudness, true peaks at most at -1 dBTP
${VOICE_HELP}
      --force            replace files that are there already

  --json                 print a JSON array (of sync and export: an object)
  --help                 print this

Exit codes: 0 all is well (verify: green or amber), 1 something failed or is red, 2 wrong usage,
130 interrupted (143 by SIGTERM).`;

/** Of an export with clean voices, the part that their cleaning takes. */
const CLEANED_PART = 0.7;

const ENCODINGS = ['pcm16', 'pcm24', 'float32'] as const;

interface TakesArguments {
  action: string;
  dir: string;
  values: ReturnType<typeof parseValues>['values'];
}

type Work = (takeDir: string, engine: EngineService, task: TakeJobTask) => Promise<Outcome>;
interface Outcome {
  json: unknown;
  text: string;
  isFailure?: boolean;
}

export async function runTakes(args: string[]): Promise<number> {
  const { values, positionals } = parseValues(args);
  if (values.help) {
    print(TAKES_HELP);
    return EXIT.ok;
  }
  const [action = '', dir, ...rest] = positionals;
  const hint = '"npx sounddesk takes --help" explains.';
  if (!['list', 'verify', 'repair', 'sync', 'export'].includes(action))
    throw new UsageError(`Say what to do: list, verify, repair, sync or export, not "${action}". ${hint}`);
  if (!dir) throw new UsageError(`Name a folder: sounddesk takes ${action} DIR. ${hint}`);
  if (rest.length > 0) throw new UsageError(`One folder at a time, not "${rest.join(' ')}" as well. ${hint}`);
  // What lies in a take is not looked for by way of a link; who names one means what it leads to.
  const voices = Object.keys(VOICE_OPTIONS).find((name) => Boolean(Reflect.get(values, name)));
  if (voices !== undefined && action !== 'export')
    throw new UsageError(`--${voices} is an option of export, not of ${action}. ${hint}`);
  const parsed = { action, dir: existsSync(dir) ? realpathSync(dir) : resolve(dir), values };
  return action === 'list' ? runList(parsed) : runJobs(parsed);
}

function parseValues(args: string[]) {
  return parseCommand('takes', args, {
    output: { type: 'string', short: 'o' },
    by: { type: 'string' },
    reference: { type: 'string' },
    track: { type: 'string' },
    offset: { type: 'string' },
    stems: { type: 'boolean', default: false },
    mix: { type: 'boolean', default: false },
    format: { type: 'string', default: 'wav' },
    encoding: { type: 'string', default: 'pcm24' },
    bitrate: { type: 'string', default: String(USUAL_KBPS) },
    title: { type: 'string', default: '' },
    artist: { type: 'string', default: '' },
    show: { type: 'string', default: '' },
    episode: { type: 'string' },
    'target-lufs': { type: 'string' },
    ...VOICE_OPTIONS,
    force: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  });
}

async function runList({ dir, values }: TakesArguments): Promise<number> {
  try {
    const folders = await takesIn(dir);
    const takes = folders.isTake ? [await summarise(dir)] : await listTakes(dir);
    if (values.json) print(JSON.stringify(takes, null, 2));
    else if (takes.length === 0) print(`There are no takes in ${dir}.`);
    else print(formatTable(takes.map(toRow)));
    return takes.some(({ status }) => status === 'damaged') ? EXIT.failed : EXIT.ok;
  } catch (error) {
    return fail(error);
  }
}

function toRow(take: TakeSummary): string[] {
  const date =
    take.startedAtMs === null ? '-' : new Date(take.startedAtMs).toISOString().slice(0, 16).replace('T', ' ');
  return [
    take.id,
    date,
    formatTimer(take.durationSec),
    `${take.trackCount} tracks`,
    `${(take.sizeBytes / 1e6).toFixed(1)} MB`,
    take.grade === null ? take.status : `${take.status}, ${take.grade}`,
    take.problem ?? take.name,
  ];
}

async function runJobs(parsed: TakesArguments): Promise<number> {
  const engine = createCommandEngine();
  const exporter = createExportService(engine, randomUUID);
  const interruption = listenForSignals();
  process.on('exit', () => exporter.removeUnfinished());
  const outcomes: Outcome[] = [];
  let hasFailed = false;
  try {
    const work = planWork(parsed, exporter);
    const { folders } = await takesIn(parsed.dir);
    if (folders.length === 0) throw new RpcError('FILE_NOT_FOUND', `There are no takes in ${parsed.dir}.`);
    if (folders.length > 1 && ['sync', 'export'].includes(parsed.action))
      throw new UsageError(`${parsed.dir} holds ${folders.length} takes. Name one of them.`);
    for (const folder of folders) {
      if (interruption.signal.aborted) break;
      const outcome = await attempt(work, folder, engine, interruption.signal);
      if (!outcome) continue;
      outcomes.push(outcome);
      hasFailed ||= outcome.isFailure === true;
      if (!parsed.values.json && outcome.text) print(outcome.text);
    }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return fail(error);
  } finally {
    await engine.close();
  }
  if (interruption.signal.aborted) {
    printError('Interrupted: what was not finished has been removed.');
    return interruption.exitCode();
  }
  if (parsed.values.json) {
    const isOne = ['sync', 'export'].includes(parsed.action);
    print(JSON.stringify(isOne ? outcomes[0]?.json : outcomes.map(({ json }) => json), null, 2));
  }
  return hasFailed ? EXIT.failed : EXIT.ok;
}

/** What became of one take; null where it was interrupted. */
async function attempt(
  work: Work,
  folder: string,
  engine: EngineService,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const bar = createPercentage(basename(folder));
  try {
    return await work(folder, engine, { signal, onProgress: bar.update });
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof RpcError)) throw error;
    bar.clear();
    const failure: { code: ErrorCode; message: string } = { code: error.code, message: error.message };
    printError(error.message);
    return { json: { take: folder, error: failure }, text: '', isFailure: true };
  } finally {
    bar.clear();
  }
}

function planWork(
  { action, values }: TakesArguments,
  exporter: ReturnType<typeof createExportService>,
): Work {
  if (action === 'verify') return verifyOne;
  if (action === 'repair') return repairOne;
  if (action === 'sync') return planSync(values);
  return planExport(values, exporter);
}

async function verifyOne(folder: string, engine: EngineService, task: TakeJobTask): Promise<Outcome> {
  const certificate = await verifyTake(await readTakeFolder(folder), engine, { ...task, nowMs: Date.now() });
  return {
    json: { take: folder, ...toStored(certificate) },
    text: describeCertificate(folder, certificate),
    isFailure: certificate.grade === 'red',
  };
}

function describeCertificate(folder: string, { grade, summary, reasons, tracks }: TakeCertificate): string {
  const level = (value: number | null, unit: string) =>
    value === null ? '-' : `${value.toFixed(1)} ${unit}`;
  const rows = tracks.map((track) => [
    `  ${track.name}`,
    track.framesDecoded === null ? 'not decoded' : `${track.framesDecoded} frames`,
    `${track.gapCount} gaps`,
    track.driftPpm === null ? '' : `${track.driftPpm.toFixed(1)} ppm`,
    level(track.integratedLufs, 'LUFS'),
    level(track.truePeakDb, 'dBTP'),
    track.clippedSamples === 0 ? '' : `${track.clippedSamples} clipped`,
    (track.sha256 ?? '').slice(0, 16),
  ]);
  return [`${folder}: ${grade}, ${summary}`, ...reasons.map((reason) => `  ${reason}`), formatTable(rows)]
    .filter(Boolean)
    .join('\n');
}

async function repairOne(folder: string, engine: EngineService, task: TakeJobTask): Promise<Outcome> {
  const { wasRepaired, document, problems } = await repairTake(await readTakeFolder(folder), engine, task);
  const seconds = document.frames / document.sampleRate;
  const what = wasRepaired ? `repaired, ${seconds.toFixed(1)} s` : 'whole, left as it is';
  return {
    json: { take: folder, wasRepaired, seconds, problems },
    text: [`${folder}: ${what}`, ...problems.map(({ message }) => `  ${message}`)].join('\n'),
    isFailure: problems.length > 0,
  };
}

function planSync(values: TakesArguments['values']): Work {
  const { by, reference, track, offset } = values;
  if (by !== 'audio' && by !== 'timecode' && by !== 'hand')
    throw new UsageError(`--by is audio, timecode or hand, not "${by ?? ''}".`);
  if (by === 'hand' && (track === undefined || offset === undefined))
    throw new UsageError('By hand needs --track ID and --offset=FRAMES.');
  const offsetFrames = Math.round(parseNumber('offset', offset ?? '0', -1e12, 1e12));
  return async (folder, engine, task) => {
    const take = await readTakeFolder(folder);
    const sync: TakeSync =
      by === 'hand'
        ? { by, trackId: track ?? '', offsetFrames }
        : by === 'audio'
          ? { by, referenceTrackId: reference ?? take.document.tracks[0]?.id ?? '' }
          : { by };
    const { document, unchanged } = await syncTake(take, sync, engine, task);
    const rows = document.tracks.map(({ id, name, offsetFrames: frames }) => [
      `  ${name}`,
      `${frames} frames`,
      unchanged.find(({ trackId }) => trackId === id)?.reason ?? '',
    ]);
    const tracks = document.tracks.map(({ id, name, offsetFrames: frames }) => ({
      id,
      name,
      offsetFrames: frames,
    }));
    return { json: { take: folder, tracks, unchanged }, text: `${folder}\n${formatTable(rows)}` };
  };
}

function planExport(
  values: TakesArguments['values'],
  exporter: ReturnType<typeof createExportService>,
): Work {
  const { output } = values;
  if (!output) throw new UsageError('Say where the files go: -o OUT.');
  const container = SOUND_FORMATS.find((known) => known === values.format);
  if (!container) throw new UsageError(`--format is ${SOUND_FORMATS.join(', ')}, not "${values.format}".`);
  const encoding = ENCODINGS.find((known) => known === values.encoding);
  if (!encoding) throw new UsageError(`--encoding is pcm24, pcm16 or float32, not "${values.encoding}".`);
  const kbps = SOUND_KBPS.find((known) => String(known) === values.bitrate);
  if (!kbps) throw new UsageError(`--bitrate is ${SOUND_KBPS.join(', ')}, not "${values.bitrate}".`);
  const target = values['target-lufs'];
  const targetLufs = target === undefined ? null : parseNumber('target-lufs', target, -60, -5);
  const what = values.stems === values.mix ? 'both' : values.stems ? 'stems' : 'mix';
  const { title, artist, show, episode, force } = values;
  const tags = {
    title,
    artist,
    show,
    episode: episode === undefined ? null : Math.round(parseNumber('episode', episode, 1, 99_999)),
  };
  const makeVoices = planVoices(values);
  const request = { what, container, encoding, kbps, targetLufs, tags, force } as const;
  return async (folder, engine, task) => {
    const recorded = await readTakeFolder(folder);
    const take = makeVoices ? await makeVoices(recorded, engine, between(task, 0, CLEANED_PART)) : recorded;
    const files = await exporter.exportTake(
      take,
      {
        ...request,
        ...(makeVoices && { voices: 'clean' as const }),
        outputFolder: resolve(output),
        hasCover: false,
        hasChapters: true,
        range: null,
        trackIds: null,
      },
      makeVoices ? between(task, CLEANED_PART, 1) : task,
    );
    const rows = files.map(({ path, seconds, integratedLufs, truePeakDb, clippedSamples }) => [
      path,
      `${seconds.toFixed(1)} s`,
      integratedLufs === null ? '' : `${integratedLufs.toFixed(1)} LUFS`,
      truePeakDb === null ? '' : `${truePeakDb.toFixed(1)} dBTP`,
      clippedSamples === 0 ? '' : `${clippedSamples} samples clipped`,
    ]);
    return { json: { take: folder, files }, text: formatTable(rows) };
  };
}

function fail(error: unknown): number {
  if (!(error instanceof RpcError)) throw error;
  printError(error.message);
  return EXIT.failed;
}
