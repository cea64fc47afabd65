import { mkdtemp, rm, stat } from 'node:fs/promises';
import { extname, join, resolve, dirname } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import {
  RENDER_BITRATES,
  RENDER_FORMATS,
  RENDER_PRESETS,
  RENDER_RATES,
  RENDER_RESOLUTIONS,
  renderOptionsSchema,
  type RenderCertificate,
  type RenderOptions,
} from '../../../src-shared/domain/edit/render.ts';
import { soundDirOf, TEXT_FOLDER } from '../../services/projects/index.ts';
import {
  hashFrames,
  runRender,
  writeRenderCertificate,
  type RenderRequest,
} from '../../services/renders/index.ts';
import { findDataDir } from '../dataDir.ts';
import { KERNEL_PATH } from '../project.ts';
import { locateAll, readNamedProject } from './editProject.ts';
import { createPercentage, EXIT, print, printError, UsageError } from './output.ts';
import { parseCommand, parseNumber } from './parse.ts';

const RENDER_HELP = `sounddesk render PROJECT -o OUT [options]

PROJECT is a project of the video editor: its folder, or its project.json.

  -o OUT                 the file that is written; its ending says the format
      --format NAME      mp4, mov, webm, prores, gif, png, m4a, mp3, opus or wav
      --preset NAME      youtube, shorts or podcast
      --resolution NAME  4K, 1080p or 720p (default: the project's)
      --fps N            60, 30 or 24 (default: the project's)
      --mbps N           50, 25 or 10 (default: even quality)
      --shape NAME       project (default) or vertical
      --captions NAME    burnt (default), track or none
      --chapters         the markers become chapters
      --target-lufs N    bring the sound to this loudness, true peaks at most at -1 dBTP
      --range FROM-TO    frames of the project, the last one not included
      --smart            copy what nothing changes, where its kind allows it
      --hashes           print the kernel's hash of each frame; without -o nothing is written
      --takes DIR        where recordings lie (default: those of this installation)
      --force            replace a file that is there already

  --json                 print the certificate
  --help                 print this

The certificate is written beside the file: "sounddesk verify OUT PROJECT" repeats it.

Exit codes: 0 all is well, 1 something failed, 2 wrong usage, 130 interrupted (143 by SIGTERM).`;

export async function runRenderCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseValues(args);
  if (values.help) {
    print(RENDER_HELP);
    return EXIT.ok;
  }
  const [path, ...rest] = positionals;
  const hint = '"npx sounddesk render --help" explains.';
  if (path === undefined || rest.length > 0) throw new UsageError(`Name one project. ${hint}`);
  if (values.output === undefined && !values.hashes)
    throw new UsageError(`Name the file to write: -o OUT. ${hint}`);
  const options = optionsOf(values);
  const interruption = new AbortController();
  let exitCode: number = EXIT.interrupted;
  const stop = (signal: NodeJS.Signals) => {
    exitCode = signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
    interruption.abort();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await render(path, values, options, interruption.signal);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (interruption.signal.aborted) {
      printError('Interrupted: nothing was written.');
      return exitCode;
    }
    printError(error.message);
    return EXIT.failed;
  }
}

type Values = ReturnType<typeof parseValues>['values'];

function parseValues(args: string[]) {
  return parseCommand('render', args, {
    output: { type: 'string', short: 'o' },
    format: { type: 'string' },
    preset: { type: 'string' },
    resolution: { type: 'string' },
    fps: { type: 'string' },
    mbps: { type: 'string' },
    shape: { type: 'string' },
    captions: { type: 'string' },
    chapters: { type: 'boolean', default: false },
    'target-lufs': { type: 'string' },
    range: { type: 'string' },
    smart: { type: 'boolean', default: false },
    hashes: { type: 'boolean', default: false },
    takes: { type: 'string' },
    force: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  });
}

function optionsOf(values: Values): RenderOptions {
  const preset =
    values.preset === undefined
      ? {}
      : RENDER_PRESETS[oneOf('preset', values.preset, ['youtube', 'shorts', 'podcast'])];
  const ending = extname(values.output ?? '')
    .slice(1)
    .toLowerCase();
  const format = values.format ?? ('format' in preset && !ending ? preset.format : ending || 'mp4');
  return renderOptionsSchema.parse({
    ...preset,
    format: oneOf('format', format, RENDER_FORMATS),
    ...(values.resolution === undefined
      ? {}
      : { resolution: oneOf('resolution', values.resolution, Object.keys(RENDER_RESOLUTIONS)) }),
    ...(values.fps === undefined
      ? {}
      : { frameRate: Number(oneOf('fps', values.fps, RENDER_RATES.map(String))) }),
    ...(values.mbps === undefined
      ? {}
      : { mbps: Number(oneOf('mbps', values.mbps, RENDER_BITRATES.map(String))) }),
    ...(values.shape === undefined ? {} : { shape: oneOf('shape', values.shape, ['project', 'vertical']) }),
    ...(values.captions === undefined
      ? {}
      : { captions: oneOf('captions', values.captions, ['burnt', 'track', 'none']) }),
    ...(values.chapters ? { hasChapters: true } : {}),
    ...(values['target-lufs'] === undefined
      ? {}
      : { targetLufs: parseNumber('target-lufs', values['target-lufs'], -60, -5) }),
    smart: values.smart,
    range: values.range === undefined ? null : parseRange(values.range),
  });
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((known) => known.toLowerCase() === value.toLowerCase());
  if (found !== undefined) return found;
  throw new UsageError(
    `--${name} is ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}, not "${value}".`,
  );
}

function parseRange(text: string): { fromFrame: number; frames: number } {
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  const [fromFrame, toFrame] = [Number(from), Number(to)];
  if (from === undefined || toFrame <= fromFrame)
    throw new UsageError(`--range is FROM-TO in frames, as 0-300, not "${text}".`);
  return { fromFrame, frames: toFrame - fromFrame };
}

async function render(
  path: string,
  values: Values,
  options: RenderOptions,
  signal: AbortSignal,
): Promise<void> {
  const named = await readNamedProject(path);
  const dataDir = findDataDir();
  const outputPath = resolve(values.output ?? 'unused.mp4');
  if (values.output !== undefined && !values.force) await refuseExisting(outputPath);
  // Beside the file: it is moved there in the end.
  const workFolder = await mkdtemp(
    join(values.output === undefined ? named.folder : dirname(outputPath), '.render-'),
  );
  const request: RenderRequest = {
    project: named.project,
    options,
    media: await locateAll(named, resolve(values.takes ?? join(dataDir, 'takes'))).catch(
      async (error: unknown) => {
        await rm(workFolder, { recursive: true, force: true });
        throw error;
      },
    ),
    textFolder: join(named.folder, TEXT_FOLDER),
    soundDir: soundDirOf(dataDir),
    workFolder,
    outputPath,
    kernelPath: KERNEL_PATH,
  };
  try {
    if (values.output === undefined) for await (const hash of hashFrames(request, { signal })) print(hash);
    else await renderFile(request, values, signal);
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function renderFile(request: RenderRequest, values: Values, signal: AbortSignal): Promise<void> {
  const bar = createPercentage(request.outputPath);
  try {
    const certificate = await runRender(request, {
      signal,
      nowMs: Date.now,
      onProgress: (step, done) => bar.update(STEP_STARTS[step] + done * STEP_PARTS[step]),
      ...(values.hashes ? { onHash: (_: number, hash: string) => print(hash) } : {}),
    });
    writeRenderCertificate(request.outputPath, certificate);
    bar.clear();
    if (values.json) print(JSON.stringify(certificate, null, 2));
    else if (!values.hashes) print(describe(request.outputPath, certificate));
  } finally {
    bar.clear();
  }
}

const STEP_STARTS = { sound: 0, frames: 0.05, join: 0.85, check: 0.87 } as const;
const STEP_PARTS = { sound: 0.05, frames: 0.8, join: 0.02, check: 0.13 } as const;

function describe(
  path: string,
  { framesDecoded, framesExpected, width, height, integratedLufs, ranges }: RenderCertificate,
) {
  const copied = ranges.filter(({ kind }) => kind === 'copied').reduce((sum, { frames }) => sum + frames, 0);
  return [
    `${path}: ${framesDecoded} of ${framesExpected} frames decoded`,
    ...(width > 0 ? [`${width} × ${height}`] : []),
    ...(copied > 0 ? [`${copied} frames copied`] : []),
    ...(integratedLufs === null ? [] : [`${integratedLufs.toFixed(1)} LUFS`]),
  ].join(', ');
}

async function refuseExisting(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new RpcError('FILE_UNWRITABLE', `${path} is there already. Use --force to replace it.`);
}
