import { mkdtemp, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { RenderCertificate, RenderOptions } from '../../../src-shared/domain/edit/render.ts';
import { tracksWithStrip } from '../../../src-shared/domain/edit/trackStrip.ts';
import { soundDirOf, TEXT_FOLDER } from '../../services/projects/index.ts';
import {
  hashFrames,
  makeStrips,
  runRender,
  writeRenderCertificate,
  type RenderRequest,
} from '../../services/renders/index.ts';
import { findDataDir } from '../dataDir.ts';
import { KERNEL_PATH } from '../project.ts';
import { createCommandEngine, createCommandLog } from './engine.ts';
import { createCommandPlan } from './plan.ts';
import { choosePlugin } from './pluginChoice.ts';
import { locateAll, readNamedProject } from './editProject.ts';
import { listenForSignals } from './interruption.ts';
import { createPercentage, EXIT, print, printError, UsageError } from './output.ts';
import { parseRenderValues, renderOptionsOf, type RenderValues } from './renderOptions.ts';

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
  const { values, positionals } = parseRenderValues(args);
  if (values.help) {
    print(RENDER_HELP);
    return EXIT.ok;
  }
  const [path, ...rest] = positionals;
  const hint = '"npx sounddesk render --help" explains.';
  if (path === undefined || rest.length > 0) throw new UsageError(`Name one project. ${hint}`);
  if (values.output === undefined && !values.hashes)
    throw new UsageError(`Name the file to write: -o OUT. ${hint}`);
  const options = renderOptionsOf(values);
  const interruption = listenForSignals();
  try {
    await render(path, values, options, interruption.signal);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (interruption.signal.aborted) {
      printError('Interrupted: nothing was written.');
      return interruption.exitCode();
    }
    printError(error.message);
    return EXIT.failed;
  }
}

async function render(
  path: string,
  values: RenderValues,
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
    else await renderFile({ ...request, strips: await runStrips(request, signal) }, values, signal);
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

/** The chains of tracks, by an engine of this command. */
async function runStrips(request: RenderRequest, signal: AbortSignal): Promise<Record<string, string>> {
  if (tracksWithStrip(request.project).length === 0) return {};
  const log = createCommandLog();
  const engine = createCommandEngine(log);
  try {
    const findPlugin = (pluginId: string) => choosePlugin(pluginId, log);
    return await makeStrips(request, { engine, plan: createCommandPlan(log), findPlugin }, signal);
  } finally {
    await engine.close();
  }
}

async function renderFile(request: RenderRequest, values: RenderValues, signal: AbortSignal): Promise<void> {
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
