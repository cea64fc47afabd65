import type { SoundTags } from '../../../../src-shared/contract/takeExport.ts';
import type { EncodedFormat } from '../../../../src-shared/domain/soundExport.ts';
import { coverBlock, type Cover } from './cover.ts';

interface Chapter {
  startSec: number;
  title: string;
}

interface TagSource {
  tags: SoundTags | null;
  chapters: readonly Chapter[];
  cover: Cover | null;
  durationSec: number;
}

/** FFmpeg's text form of what a file says of itself. In Ogg the cover is a comment as well. */
export function metadataText(
  format: EncodedFormat,
  { tags, chapters, cover, durationSec }: TagSource,
): string {
  const lines = [
    ['title', tags?.title],
    ['artist', tags?.artist],
    ['album', tags?.show],
    ['track', tags?.episode?.toString()],
    ['METADATA_BLOCK_PICTURE', cover && format === 'opus' ? coverBlock(cover) : undefined],
  ].flatMap(([name = '', value]) => (value ? [`${name}=${escaped(value)}`] : []));
  const parts = chapters.map(({ startSec, title }, index) => {
    const endSec = chapters[index + 1]?.startSec ?? durationSec;
    return [
      ...['[CHAPTER]', 'TIMEBASE=1/1000'],
      ...[`START=${Math.round(startSec * 1000)}`, `END=${Math.round(endSec * 1000)}`],
      `title=${escaped(title)}`,
    ];
  });
  return `${[';FFMETADATA1', ...lines, ...parts.flat()].join('\n')}\n`;
}

function escaped(value: string): string {
  return value.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[=;#\\]/g, '\\$&');
}

interface MarkedTake {
  markers: readonly { atFrame: number; label: string }[];
  sampleRate: number;
  name: string;
}

/** One from each marker to the next; what lies before the first marker has the recording's name. */
export function chaptersOf(
  { markers, sampleRate, name }: MarkedTake,
  { startFrame, frames }: { startFrame: number; frames: number },
): Chapter[] {
  const inside = markers
    .map(({ atFrame, label }, index) => ({
      startSec: (atFrame - startFrame) / sampleRate,
      title: label.trim() || `Chapter ${index + 1}`,
    }))
    .filter(({ startSec }) => startSec >= 0 && startSec < frames / sampleRate)
    .sort((one, other) => one.startSec - other.startSec)
    // Of two at one moment players show the last.
    .filter(({ startSec }, index, all) => all[index + 1]?.startSec !== startSec);
  const [first] = inside;
  return first && first.startSec > 0 ? [{ startSec: 0, title: name }, ...inside] : inside;
}
