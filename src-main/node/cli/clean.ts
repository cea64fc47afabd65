import { randomUUID } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { CleaningSettings } from '../../../src-shared/contract/engine.ts';
import { RpcError, type ErrorCode } from '../../../src-shared/contract/errors.ts';
import { DEFAULT_CLEANING, DENOISE_ENGINES } from '../../../src-shared/domain/denoise.ts';
import { STRIP_EFFECTS } from '../../../src-shared/domain/stripEffects.ts';
import { BUILT_IN_PRESETS, type Preset } from '../../../src-shared/domain/presets.ts';
import {
  createCleanService,
  describeSystemError,
  planOutputs,
  planRemoved,
  WRITABLE_ENDINGS,
  type CleanService,
  type PlannedFile,
} from '../../services/clean/index.ts';
import type { CleanMastering, CleanResult, FilePlugin } from '../../services/engine/index.ts';
import { EFFECT_OPTIONS, MASTERING_HELP, parseEffects } from './cleanMastering.ts';
import { createCommandEngine, createCommandLog } from './engine.ts';
import { listenForSignals } from './interruption.ts';
import { EXIT, print, printError, UsageError } from './output.ts';
import { parseCommand, parseDenoiseEngine, parseNumber } from './parse.ts';
import { choosePlugin, parsePluginOption } from './pluginChoice.ts';
import { reportFailure } from './pluginsRender.ts';
import { createCommandPlan } from './plan.ts';
import { createProgressBar, type ProgressBar } from './progress.ts';

const CLEAN_HELP = `sounddesk clean IN… -o OUT|DIR [options]

Takes the noise out of recordings: any file that libsndfile or FFmpeg reads (of videos the first
sound track), any rate and number of channels. A video becomes a video: its frames are copied, its
sound is replaced. The result is aligned with the recording to the
sample, and appears under its name when it is whole.

  -o, --output OUT|DIR   the result, or a folder for the results, which keep their names; needed.
                         A folder that is not there is made.
                         Its ending chooses the kind: ${WRITABLE_ENDINGS}.
                         In a folder, a kind that cannot be written becomes WAV.
  --preset NAME          sensitivity and reduction of a noise preset, by name or id:
                         ${BUILT_IN_PRESETS.map(({ id }) => id).join(', ')}
  --engine NAME          auto, the best of rnnoise and strong at each moment (the default on trial,
                         Professional and Enterprise); rnnoise, which is fast (the default
                         elsewhere); strong, which takes away more noise, takes ten times as
                         long, and keeps nothing of a voice above 8 kHz (the plans of auto); studio,
                         the best against steady noise and clicks, which keeps a voice above 8 kHz
                         (the same plans; needs its model: sounddesk models get deepfilternet3); or
                         off, which gives the recording back unchanged where nothing else is asked
                         for
  --sensitivity 0-100    how readily sound under speech counts as noise (default ${DEFAULT_CLEANING.sensitivity})
  --reduction 0-100      how far noise is lowered (default ${DEFAULT_CLEANING.reduction})
  --exact                run RNNoise frame by frame, by its reference module: several times
                         slower, and the same samples. It proves the faster way
${MASTERING_HELP}
  --plugin PATH[:NAME=VALUE]…
                         a VST3 plug-in (its bundle or id) after all of these and before the
                         loudness, with parameters in their own units; its delay is made good
  --removed OUT.wav|DIR  write what was taken away as well, as WAV of floats: the recording less the
                         result, sample by sample. Not with what changes the level or the color of
                         all that is heard: --eq, --compressor, --leveler, --target-lufs, --plugin
  --force                replace files that are there already; empty files and results of
                         SoundDesk itself are replaced in any case (.mp3 and .w64 don't say)
  --json                 print a JSON array with an object for each file: file, output, removed, seconds,
                         realTimeFactor, latencyFrames, integratedLufsIn, integratedLufsOut,
                         truePeakDbOut, speechRatio, meanReductionDb; or file and error {code, message}
  --help                 print this

realTimeFactor is seconds of sound divided by the seconds that it took to decode, clean and write
them. latencyFrames is the delay that was compensated, in frames of the file's rate. Values that
cannot be known, such as the loudness of silence, are null.

Exit codes: 0 all cleaned, 1 a file failed, 2 wrong usage, 130 interrupted (143 by SIGTERM).`;

interface CleanArguments {
  files: (PlannedFile & { removedPath: string | null })[];
  /** Without an engine: whichever the plan has for files. */
  denoise: Omit<CleaningSettings, 'engine'> & { engine: CleaningSettings['engine'] | null };
  mastering: CleanMastering;
  /** As it was typed, and what was found by it. */
  pluginOption: string | null;
  plugin: FilePlugin | null;
  isSequential: boolean;
  force: boolean;
  json: boolean;
}

type Report =
  | { file: string; output: string; removed: string | null; result: CleanResult }
  | { file: string; error: { code: ErrorCode; message: string } };

export async function runClean(args: string[]): Promise<number> {
  const parsed = parseArguments(args);
  if (!parsed) {
    print(CLEAN_HELP);
    return EXIT.ok;
  }
  const log = createCommandLog();
  if (parsed.pluginOption !== null) {
    const { idOrPath, parameters } = parsePluginOption(parsed.pluginOption);
    try {
      const { path, id } = await choosePlugin(idOrPath, log);
      parsed.plugin = { path, pluginId: id, parameters, presetPath: null };
    } catch (error) {
      return reportFailure(error);
    }
  }
  let denoise: CleaningSettings;
  try {
    const plan = createCommandPlan(log);
    denoise = { ...parsed.denoise, engine: parsed.denoise.engine ?? (await plan.defaultEngine()) };
    await plan.assertMayClean([denoise.engine]);
  } catch (error) {
    return reportFailure(error);
  }
  const engine = createCommandEngine(log);
  const service = createCleanService({ engine, createId: randomUUID });
  const interruption = listenForSignals();
  // However the process ends, unless it is killed: nothing half done stays behind.
  process.on('exit', () => service.removeUnfinished());
  const bar = createProgressBar(process.stderr);
  try {
    const reports: Report[] = [];
    for (const file of parsed.files) {
      if (interruption.signal.aborted) break;
      const report = await cleanOne(service, file, { ...parsed, denoise }, interruption.signal, bar);
      if (report) reports.push(report);
    }
    if (parsed.json) print(JSON.stringify(reports.map(toJson), null, 2));
    if (interruption.signal.aborted) {
      printError('Interrupted: what was not finished has been removed.');
      return interruption.exitCode();
    }
    return reports.some((report) => 'error' in report) ? EXIT.failed : EXIT.ok;
  } finally {
    await engine.close();
  }
}

function parseArguments(args: string[]): CleanArguments | null {
  const { values, positionals } = parseCommand('clean', args, {
    output: { type: 'string', short: 'o' },
    engine: { type: 'string' },
    preset: { type: 'string' },
    sensitivity: { type: 'string' },
    reduction: { type: 'string' },
    ...EFFECT_OPTIONS,
    'target-lufs': { type: 'string' },
    plugin: { type: 'string' },
    removed: { type: 'string' },
    exact: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) return null;
  if (positionals.length === 0 || positionals.includes(''))
    throw new UsageError('Name a recording: sounddesk clean IN… -o OUT|DIR.');
  if (!values.output) throw new UsageError('Say where the result goes: -o OUT|DIR.');
  const denoise = {
    engine: values.engine === undefined ? null : parseDenoiseEngine(values.engine, DENOISE_ENGINES),
    ...parseStrength(values),
  };
  const target = values['target-lufs'];
  const mastering: CleanMastering = {
    ...parseEffects(values),
    targetLufs: target === undefined ? null : parseNumber('target-lufs', target, -60, -5),
  };
  const plan = planOutputs(positionals, values.output, isFolder);
  if ('problem' in plan) throw new UsageError(plan.problem);
  const removed = values.removed === undefined ? null : planRemoved(plan.files, values.removed, isFolder);
  if (removed) refuseChangesOfLevel(values);
  if (removed && 'problem' in removed) throw new UsageError(removed.problem);
  for (const folder of [plan.folder, removed?.folder ?? null]) if (folder !== null) makeFolder(folder);
  return {
    files: plan.files.map((file, index) => ({ ...file, removedPath: removed?.paths[index] ?? null })),
    denoise,
    mastering,
    pluginOption: values.plugin ?? null,
    plugin: null,
    isSequential: values.exact,
    force: values.force,
    json: values.json,
  };
}

/** They change the voice as well: the difference would be that, and not what was taken away. */
const NOT_WITH_REMOVED = [
  STRIP_EFFECTS.equalizer.option.name,
  STRIP_EFFECTS.compressor.option.name,
  STRIP_EFFECTS.leveler.option.name,
  'target-lufs',
  'plugin',
] as const;

function refuseChangesOfLevel(values: Partial<Record<(typeof NOT_WITH_REMOVED)[number], string>>): void {
  const given = NOT_WITH_REMOVED.find((name) => values[name] !== undefined && values[name] !== 'off');
  if (given === undefined) return;
  throw new UsageError(
    `--removed is the recording less the result, and --${given} changes the voice itself: leave one of them out.`,
  );
}

/** A preset's values, those given beside it, or the defaults. */
function parseStrength(values: { preset?: string; sensitivity?: string; reduction?: string }): {
  sensitivity: number;
  reduction: number;
} {
  const preset = values.preset === undefined ? null : findNoisePreset(values.preset);
  const numberOr = (name: 'sensitivity' | 'reduction', otherwise: number) => {
    const text = values[name];
    return text === undefined ? otherwise : parseNumber(name, text, 0, 100);
  };
  return {
    sensitivity: numberOr('sensitivity', preset?.sensitivity ?? DEFAULT_CLEANING.sensitivity),
    reduction: numberOr('reduction', preset?.noiseReduction ?? DEFAULT_CLEANING.reduction),
  };
}

function findNoisePreset(idOrName: string): Preset {
  const wanted = idOrName.trim().toLowerCase();
  const found = BUILT_IN_PRESETS.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  if (found) return found;
  const known = BUILT_IN_PRESETS.map(({ id }) => id).join(', ');
  throw new UsageError(`--preset is one of ${known}, not "${idOrName}".`);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    throw new UsageError(`"${path}" cannot be written to: ${describeSystemError(error)}.`);
  }
}

/** Makes the folder that the user named as one, so that the first use of a new name just works. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw new UsageError(`The folder "${path}" cannot be made: ${describeSystemError(error)}.`);
  }
}

/** What became of one file; null where it was interrupted. */
async function cleanOne(
  service: CleanService,
  { input, outputPath, removedPath, container }: CleanArguments['files'][number],
  { denoise, mastering, plugin, isSequential, force, json }: CleanArguments & { denoise: CleaningSettings },
  signal: AbortSignal,
  bar: ProgressBar,
): Promise<Report | null> {
  bar.begin(basename(input));
  try {
    const result = await service.clean(
      {
        inputPath: input,
        outputPath,
        removedPath,
        container,
        denoise,
        mastering,
        plugin,
        isSequential,
        force,
      },
      { signal, onProgress: (progress) => bar.update(progress, performance.now()) },
    );
    bar.clear();
    if (!json) print(describe(input, outputPath, result, mastering.targetLufs));
    return { file: input, output: outputPath, removed: removedPath, result };
  } catch (error) {
    bar.clear();
    // Ctrl-C also reaches the decoder, whose failure then says nothing new.
    if (signal.aborted) return null;
    if (!(error instanceof RpcError)) throw error;
    const message = error.message.replaceAll('\n', ' ');
    printError(message);
    return { file: input, error: { code: error.code, message } };
  }
}

function realTimeFactor({ seconds, elapsedSec }: CleanResult): number {
  return elapsedSec > 0 ? seconds / elapsedSec : 0;
}

/** Beyond this the loudness that was asked for counts as missed: its peaks let a sound become only so loud. */
const LOUDNESS_TOLERANCE_LU = 0.1;

function describe(input: string, output: string, result: CleanResult, targetLufs: number | null): string {
  const { seconds, meanReductionDb, speechRatio, clippedSamples } = result;
  const { integratedLufsIn, integratedLufsOut, truePeakDbOut } = result;
  const facts = [
    `${seconds.toFixed(1)} s`,
    `${realTimeFactor(result).toFixed(0)} × real time`,
    meanReductionDb === null ? '' : `pauses ${meanReductionDb.toFixed(1)} dB quieter`,
    speechRatio === null ? '' : `${(speechRatio * 100).toFixed(0)} % speech`,
    integratedLufsIn === null || integratedLufsOut === null
      ? ''
      : `${integratedLufsIn.toFixed(1)} → ${integratedLufsOut.toFixed(1)} LUFS`,
    targetLufs === null ||
    integratedLufsOut === null ||
    targetLufs - integratedLufsOut < LOUDNESS_TOLERANCE_LU
      ? ''
      : `its peaks keep it from ${targetLufs} LUFS`,
    truePeakDbOut === null ? '' : `peaks ${truePeakDbOut.toFixed(1)} dBTP`,
    clippedSamples === 0 ? '' : `${clippedSamples} samples clipped`,
  ];
  return `${input} → ${output}  ${facts.filter(Boolean).join(', ')}`;
}

function toJson(report: Report): Record<string, unknown> {
  if ('error' in report) return report;
  const { file, output, removed, result } = report;
  return {
    file,
    output,
    ...(removed !== null && { removed }),
    seconds: result.seconds,
    realTimeFactor: realTimeFactor(result),
    latencyFrames: result.latencyFrames,
    integratedLufsIn: result.integratedLufsIn,
    integratedLufsOut: result.integratedLufsOut,
    truePeakDbOut: result.truePeakDbOut,
    speechRatio: result.speechRatio,
    meanReductionDb: result.meanReductionDb,
    sampleRate: result.sampleRate,
    channels: result.channels,
    clippedSamples: result.clippedSamples,
  };
}
