import { RpcError } from '../../../src-shared/contract/errors.ts';
import { BENCH_ENGINES, type BenchEngine } from '../../../src-shared/domain/denoise.ts';
import type { EngineBench } from '../../services/engine/index.ts';
import { createCommandEngine } from './engine.ts';
import { EXIT, formatTable, print, printError, UsageError } from './output.ts';
import { parseCommand, parseDenoiseEngine, parseNumber } from './parse.ts';
import { measureReference } from './referenceModel.ts';

const BENCH_HELP = `sounddesk bench engine [--channels 32] [--seconds 60] [--engine NAME] [--json]

How fast whole strips (gain, denoise, effects, meters, buses) run on one core at
48 kHz, stage by stage, beside the reference WebAssembly of RNNoise on one channel in the same run.

  --channels 1-32   strips at once (default 32)
  --seconds N       of sound, 1 to 3600 (default 60)
  --engine NAME     rnnoise (default), auto, strong or off
  --json            print an object: engine, channels, seconds, busySec, perStage {inputsSec, gainSec,
                    denoiseSec, dynamicsSec, outputsSec}, realTimeFactor, referenceChannelSec,
                    denoisePath, wasmTimesRealTime
  --help            print this

realTimeFactor is of all strips together: 2 means that one core carries them twice as fast as they
come. Times are of the processor. referenceChannelSec is one channel of RNNoise's own module inside
the engine, wasmTimesRealTime one channel of it in this Node (null where it is not installed).

Exit codes: 0 measured, 1 the engine could not be used, 2 wrong usage.`;

/** The reference is a single channel: so much of it is enough to be measured well. */
const MOST_REFERENCE_SECONDS = 60;

const STAGES: Record<keyof EngineBench['perStage'], string> = {
  inputsSec: 'inputs: ring, clock, resampling',
  gainSec: 'input gain and its meters',
  denoiseSec: 'denoise',
  dynamicsSec: 'effects, fader, meters, buses',
  outputsSec: 'outputs',
};

export async function runBench(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('bench', args, {
    channels: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '60' },
    engine: { type: 'string', default: 'rnnoise' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(BENCH_HELP);
    return EXIT.ok;
  }
  const [what, ...more] = positionals;
  if (what !== 'engine' || more.length > 0)
    throw new UsageError('Say what to measure: sounddesk bench engine.');
  const channels = parseNumber('channels', values.channels, 1, 32);
  if (!Number.isInteger(channels)) throw new UsageError('--channels is a whole number.');
  const seconds = parseNumber('seconds', values.seconds, 1, 3600);
  const denoiseEngine = parseDenoiseEngine(values.engine, BENCH_ENGINES);
  const engine = createCommandEngine();
  try {
    const wasmTimesRealTime = await measureReference(Math.min(seconds, MOST_REFERENCE_SECONDS));
    const bench = await engine.bench({ channels, seconds, engine: denoiseEngine });
    print(
      values.json
        ? JSON.stringify({ engine: denoiseEngine, ...bench, wasmTimesRealTime }, null, 2)
        : describe(bench, denoiseEngine, wasmTimesRealTime),
    );
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    printError(error.message);
    return EXIT.failed;
  } finally {
    await engine.close();
  }
}

function describe(bench: EngineBench, engine: BenchEngine, wasmTimesRealTime: number | null): string {
  const { channels, seconds, busySec, perStage, realTimeFactor, referenceChannelSec, denoisePath } = bench;
  const row = (name: string, stageSec: number) => [
    name,
    `${stageSec.toFixed(2)} s`,
    `${((100 * stageSec) / busySec).toFixed(1)} %`,
    stageSec > 0 ? `${(seconds / stageSec).toFixed(1)} ×` : '',
  ];
  const stages = Object.entries(STAGES) as [keyof EngineBench['perStage'], string][];
  const table = formatTable([
    ['Stage', 'Processor', 'Share', 'Real time'],
    ...stages.map(([key, name]) => row(name, perStage[key])),
    row(`${channels} whole strips`, busySec),
  ]);
  const wasm = wasmTimesRealTime === null ? 'not installed' : `${wasmTimesRealTime.toFixed(1)} × real time`;
  return [
    `${channels} strips, ${seconds} s of sound at 48 kHz on one core (${engine}, ${denoisePath})`,
    '',
    table,
    '',
    `All strips together run ${realTimeFactor.toFixed(2)} × as fast as real time on one core.`,
    'RNNoise on one channel, in the same run:',
    `  WebAssembly (SIMD) in Node     ${wasm}`,
    `  the same module in the engine  ${(seconds / referenceChannelSec).toFixed(1)} × real time`,
  ].join('\n');
}
