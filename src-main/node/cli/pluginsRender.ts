import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { DEFAULT_CLEANING } from '../../../src-shared/domain/denoise.ts';
import { createCleanService, planOutputs } from '../../services/clean/index.ts';
import type { CleanResult } from '../../services/engine/index.ts';
import { createCommandEngine, createCommandLog } from './engine.ts';
import { listenForSignals } from './interruption.ts';
import { EXIT, formatTable, print, printError, UsageError } from './output.ts';
import { choosePlugin, parseSetting, presetPathOf } from './pluginChoice.ts';
import { createProgressBar } from './progress.ts';

export interface RenderValues {
  output?: string | undefined;
  param?: string[] | undefined;
  preset?: string | undefined;
  force: boolean;
  json: boolean;
}

/** One line, with the code that scripts look for. */
export function reportFailure(error: unknown): number {
  if (!(error instanceof RpcError)) throw error;
  printError(`${error.message.replaceAll('\n', ' ')} (${error.code})`);
  return EXIT.failed;
}

export async function runShow(idOrPath: string, { json }: { json: boolean }): Promise<number> {
  const log = createCommandLog();
  const engine = createCommandEngine(log);
  try {
    const entry = await choosePlugin(idOrPath, log);
    const { parameters, running } = await engine.inspectPlugin({
      path: entry.path,
      pluginId: entry.id,
      parameters: [],
      presetPath: null,
    });
    const { latencyFrames, inputs, outputs } = running;
    if (json) {
      print(JSON.stringify({ ...entry, latencyFrames, inputs, outputs, parameters }, null, 2));
      return EXIT.ok;
    }
    const buses = (list: typeof inputs) =>
      list
        .map(({ name, channels, isMain }) => `${name} (${channels}${isMain ? '' : ', side-chain'})`)
        .join(', ') || 'none';
    const rows = parameters.map(({ index, name, display, units, choices }) => [
      `  ${index}`,
      name,
      [display, units].filter(Boolean).join(' '),
      choices ? choices.join(' | ') : '',
    ]);
    print(
      [
        `${entry.name} ${entry.version}, ${entry.vendor}`,
        `  ${entry.category}  ${entry.id}`,
        `  ${entry.path}`,
        `  in: ${buses(inputs)}; out: ${buses(outputs)}; ${latencyFrames} frames late at 48 kHz`,
        formatTable(rows),
      ].join('\n'),
    );
    return EXIT.ok;
  } catch (error) {
    return reportFailure(error);
  } finally {
    await engine.close();
  }
}

export async function runRender(idOrPath: string, inputs: string[], values: RenderValues): Promise<number> {
  const [input, ...rest] = inputs;
  if (!input) throw new UsageError('Name a recording: sounddesk plugins render PATH IN -o OUT.');
  if (rest.length > 0) throw new UsageError(`One recording at a time, not "${rest.join(' ')}" as well.`);
  if (!values.output) throw new UsageError('Say where the result goes: -o OUT.');
  const parameters = (values.param ?? []).map(parseSetting);
  const presetPath = presetPathOf(values.preset);
  const plan = planOutputs([input], values.output, () => false);
  if ('problem' in plan) throw new UsageError(plan.problem);
  const [file] = plan.files;
  if (!file) throw new UsageError(`"${values.output}" is no name for a result.`);
  const log = createCommandLog();
  const engine = createCommandEngine(log);
  const service = createCleanService({ engine, createId: randomUUID });
  const interruption = listenForSignals();
  process.on('exit', () => service.removeUnfinished());
  const bar = createProgressBar(process.stderr);
  try {
    const entry = await choosePlugin(idOrPath, log);
    bar.begin(basename(input));
    const result = await service.clean(
      {
        inputPath: input,
        outputPath: file.outputPath,
        container: file.container,
        force: values.force,
        denoise: { ...DEFAULT_CLEANING, engine: 'off' },
        mastering: { targetLufs: null },
        plugin: { path: entry.path, pluginId: entry.id, parameters, presetPath },
      },
      { signal: interruption.signal, onProgress: (progress) => bar.update(progress, performance.now()) },
    );
    bar.clear();
    print(
      values.json
        ? JSON.stringify(toJson(input, file.outputPath, entry.name, result), null, 2)
        : describe(input, file.outputPath, entry.name, result),
    );
    return EXIT.ok;
  } catch (error) {
    bar.clear();
    if (!interruption.signal.aborted) return reportFailure(error);
    printError('Interrupted: what was not finished has been removed.');
    return interruption.exitCode();
  } finally {
    await engine.close();
  }
}

function toJson(file: string, output: string, plugin: string, result: CleanResult) {
  const { seconds, sampleRate, channels, latencyFrames, clippedSamples, elapsedSec } = result;
  const { integratedLufsIn, integratedLufsOut, truePeakDbOut } = result;
  const realTimeFactor = elapsedSec > 0 ? seconds / elapsedSec : 0;
  return {
    file,
    output,
    plugin,
    seconds,
    sampleRate,
    channels,
    latencyFrames,
    realTimeFactor,
    integratedLufsIn,
    integratedLufsOut,
    truePeakDbOut,
    clippedSamples,
  };
}

function describe(input: string, output: string, plugin: string, result: CleanResult): string {
  const { seconds, elapsedSec, latencyFrames, integratedLufsIn, integratedLufsOut } = result;
  const facts = [
    `${seconds.toFixed(1)} s through ${plugin}`,
    elapsedSec > 0 ? `${(seconds / elapsedSec).toFixed(0)} × real time` : '',
    latencyFrames > 0 ? `${latencyFrames} frames late, made good` : '',
    integratedLufsIn !== null && integratedLufsOut !== null
      ? `${integratedLufsIn.toFixed(1)} → ${integratedLufsOut.toFixed(1)} LUFS`
      : '',
  ];
  return `${input} → ${output}  ${facts.filter(Boolean).join(', ')}`;
}
