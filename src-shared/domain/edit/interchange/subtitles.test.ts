import { describe, expect, it } from 'vitest';
import { createProject } from '../create.ts';
import { edit } from '../operations/index.ts';
import { captionsOf, cuesOf, readSubtitles, writeSubtitles, type Cue } from './subtitles.ts';

const CUES: Cue[] = [
  { startSec: 0.5, endSec: 2, text: 'Hello & <welcome>' },
  { startSec: 3661.007, endSec: 3663, text: 'Zwei Zeilen,\nmit Umläuten' },
];

describe('subtitles', () => {
  it.each(['srt', 'vtt'] as const)('come back from %s as they were written', (format) => {
    const text = writeSubtitles(CUES, format);
    expect(text).toContain(
      format === 'srt' ? '01:01:01,007 --> 01:01:03,000' : '01:01:01.007 --> 01:01:03.000',
    );
    const read = readSubtitles(text);
    expect(read?.skippedLines).toEqual([]);
    // SubRip has no entities: there it looks like a tag.
    expect(read?.cues.map(({ startSec }) => startSec)).toEqual([0.5, 3661.007]);
    expect(read?.cues[0]?.text).toBe(format === 'vtt' ? 'Hello & <welcome>' : 'Hello &');
    expect(read?.cues[1]?.text).toBe('Zwei Zeilen,\nmit Umläuten');
  });

  it('are read from files of others: marks, notes, settings, tags, missing numbers and hours', () => {
    const text = [
      '\uFEFFWEBVTT - talk',
      '',
      'NOTE made by hand',
      '',
      'STYLE',
      '::cue { color: red }',
      '',
      'intro',
      '00:01.000 --> 00:02.500 align:start line:0',
      '<v Ann><i>Hi</i> &amp; hello',
      '',
      '0:0:3,5 --> 0:0:4,25',
      '{\\an8}Up',
    ].join('\r\n');
    expect(readSubtitles(text)?.cues).toEqual([
      { startSec: 1, endSec: 2.5, text: 'Hi & hello' },
      { startSec: 3.5, endSec: 4.25, text: 'Up' },
    ]);
  });

  it('say which lines are no cues', () => {
    const text =
      '1\n00:00:05,000 --> 00:00:04,000\nBack\n\n2\nnow --> then\nWhat\n\n3\n00:00:01,000 --> 00:00:02,000\nFine\n';
    expect(readSubtitles(text)).toEqual({
      cues: [{ startSec: 1, endSec: 2, text: 'Fine' }],
      skippedLines: [2, 6],
    });
  });

  it.each(['', 'WEBVTT', '\0\0\0', '-->\n-->\n-->', '<'.repeat(200_000)])(
    'are none in other text',
    (text) => {
      expect(readSubtitles(text)).toBeNull();
    },
  );

  it('neither end early by a blank line nor begin a cue by an arrow', () => {
    const cues = [{ startSec: 0, endSec: 1, text: 'One\n\nTwo --> three' }];
    expect(readSubtitles(writeSubtitles(cues, 'srt'))?.cues[0]?.text).toBe('One\nTwo → three');
  });

  it('become clips and come out of a range again', () => {
    let next = 0;
    const makeId = () => `s${next++}`;
    const project = createProject('Talk', makeId);
    const trackId = project.tracks[1]!.id;
    const { project: captioned } = edit(
      project,
      'addCaptions',
      { trackId, captions: captionsOf(project, CUES, 30) },
      makeId,
    );
    expect(cuesOf(captioned, { from: 0, to: 200_000 })[0]).toEqual({
      startSec: 1.5,
      endSec: 3,
      text: 'Hello & <welcome>',
    });
    expect(cuesOf(captioned, { from: 60, to: 70 })).toEqual([
      { startSec: 0, endSec: 10 / 30, text: 'Hello & <welcome>' },
    ]);
  });
});
