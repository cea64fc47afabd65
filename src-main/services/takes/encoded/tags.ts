import type { SoundTags } from '../../../../src-shared/contract/takeExport.ts';
import type { EncodedFormat } from '../../../../src-shared/domain/soundExport.ts';
import { coverBlock, type Cover } from '../../../../src-shared/domain/cover.ts';
import type { Chapter } from '../../../../src-shared/handlers/soundExport.ts';

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
    [
      'METADATA_BLOCK_PICTURE',
      cover && format === 'opus' ? Buffer.from(coverBlock(cover)).toString('base64') : undefined,
    ],
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
