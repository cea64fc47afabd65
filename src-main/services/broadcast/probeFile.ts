import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { RECORDING_FORMATS } from '../clean/index.ts';

const PROBE_LIMIT_MS = 20_000;

/** A play list must not make FFmpeg fetch from the network, nor read another file than the one that was named. */
export const LOCAL_FILES_ONLY = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  RECORDING_FORMATS.join(','),
];

const probeSchema = z.object({
  streams: z.array(z.object({ codec_type: z.string() })),
  format: z.object({ duration: z.coerce.number().nonnegative().default(0) }),
});

type Probed = z.infer<typeof probeSchema>;
const has = ({ streams }: Probed, kind: string) => streams.some(({ codec_type: type }) => type === kind);

export async function probeVideo(path: string, signal: AbortSignal): Promise<{ hasSound: boolean }> {
  const probed = await probe(path, signal);
  if (!probed) throw failWith('FILE_UNREADABLE', 'pathNotVideo', { values: { path } });
  if (!has(probed, 'video')) throw failWith('FILE_UNREADABLE', 'pathNoVideo', { values: { path } });
  return { hasSound: has(probed, 'audio') };
}

/** How long it is; 0: unknown. `name`: what the user calls it. */
export async function probeSound(path: string, name: string, signal: AbortSignal): Promise<number> {
  const probed = await probe(path, signal);
  if (!probed) throw failWith('FILE_UNREADABLE', 'soundNotPlayed', { values: { name } });
  if (!has(probed, 'audio')) throw failWith('FILE_UNREADABLE', 'noSound', { values: { name } });
  return probed.format.duration;
}

/** null: nothing that could be read. */
async function probe(path: string, signal: AbortSignal): Promise<Probed | null> {
  try {
    const { stdout } = await promisify(execFile)(
      'ffprobe',
      [
        ...['-v', 'error', ...LOCAL_FILES_ONLY, '-show_entries', 'stream=codec_type:format=duration'],
        ...['-of', 'json', `file:${resolve(path)}`],
      ],
      { signal, timeout: PROBE_LIMIT_MS, env: { PATH: process.env.PATH } },
    );
    return probeSchema.parse(JSON.parse(stdout));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throwStartFailure(error);
    return null;
  }
}

export function throwStartFailure(cause: unknown): never {
  throw failWith('FORMAT_UNSUPPORTED', 'liveNeedsFfmpeg', { cause });
}
