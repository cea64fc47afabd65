import { extname } from 'node:path';
import {
  RENDER_BITRATES,
  RENDER_FORMATS,
  RENDER_PRESETS,
  RENDER_RATES,
  RENDER_RESOLUTIONS,
  renderOptionsSchema,
  type RenderOptions,
  type RenderPreset,
} from '../../../src-shared/domain/edit/render.ts';
import { withoutUndefined } from '../../../src-shared/domain/withoutUndefined.ts';
import { UsageError } from './output.ts';
import { parseCommand, parseNumber } from './parse.ts';

export type RenderValues = ReturnType<typeof parseRenderValues>['values'];

export function parseRenderValues(args: string[]) {
  return parseCommand('render', args, {
    output: { type: 'string', short: 'o' },
    format: { type: 'string' },
    preset: { type: 'string' },
    resolution: { type: 'string' },
    fps: { type: 'string' },
    mbps: { type: 'string' },
    shape: { type: 'string' },
    captions: { type: 'string' },
    chapters: { type: 'boolean' },
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

/** A preset's options, changed by those that are named; the format is said by name, by the file's ending, or by the preset. */
export function renderOptionsOf(values: RenderValues): RenderOptions {
  const preset = oneOf('preset', values.preset, Object.keys(RENDER_PRESETS) as RenderPreset[]);
  const ending = extname(values.output ?? '').slice(1);
  const lufs = values['target-lufs'];
  return renderOptionsSchema.parse({
    ...(preset === undefined ? { format: 'mp4' } : RENDER_PRESETS[preset]),
    ...withoutUndefined({
      format: oneOf('format', values.format ?? (ending || undefined), RENDER_FORMATS),
      resolution: oneOf('resolution', values.resolution, Object.keys(RENDER_RESOLUTIONS)),
      frameRate: toNumber(oneOf('fps', values.fps, RENDER_RATES.map(String))),
      mbps: toNumber(oneOf('mbps', values.mbps, RENDER_BITRATES.map(String))),
      shape: oneOf('shape', values.shape, ['project', 'vertical']),
      captions: oneOf('captions', values.captions, ['burnt', 'track', 'none']),
      hasChapters: values.chapters,
      targetLufs: lufs === undefined ? undefined : parseNumber('target-lufs', lufs, -60, -5),
      range: values.range === undefined ? undefined : parseRange(values.range),
    }),
    smart: values.smart,
  });
}

const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text));

function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((known) => known.toLowerCase() === value.toLowerCase());
  if (found !== undefined) return found;
  throw new UsageError(
    `--${name} is ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1) ?? ''}, not "${value}".`,
  );
}

function parseRange(text: string): { fromFrame: number; frames: number } {
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  const [fromFrame, toFrame] = [Number(from), Number(to)];
  if (from === undefined || toFrame <= fromFrame)
    throw new UsageError(`--range is FROM-TO in frames, as 0-300, not "${text}".`);
  return { fromFrame, frames: toFrame - fromFrame };
}
