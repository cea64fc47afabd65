import { describe, expect, it } from 'vitest';
import { longTranscript, SPOKEN_TRANSCRIPT } from '../../../tests/lib/spokenTranscript.ts';
import { docxParts } from './docx.ts';
import { NOTES_FORMAT, notesAnswerSchema, notesPieces, readNotes, sentencesOf } from './notes.ts';

describe('notes of a transcript', () => {
  const sentences = sentencesOf(SPOKEN_TRANSCRIPT);

  it('are asked of numbered sentences with their speakers', () => {
    expect(notesPieces(sentences)).toEqual([
      [
        '0 Maya: Good evening, um, and wellcome to the the night shift.',
        '1 Ben: Thank you.',
        '2 Ben: Uh, you know, it is late, and the harbour is quiet tonight.',
        '3 Maya: Ask us about the harbour, and about the lighthouse.',
        '4 Ben: Gladly.',
        '5 Ben: The lighthouse is old.',
        '',
      ].join('\n'),
    ]);
  });

  it('keep what stands on sentences that are there, with their times', () => {
    const notes = readNotes(
      [
        {
          summary: [
            { text: ' Quiet harbour. ', sentences: [2, 2, 99] },
            { text: 'Made up.', sentences: [77] },
            { text: '', sentences: [1] },
          ],
          chapters: [
            { title: 'The lighthouse', sentence: 3 },
            { title: 'Welcome', sentence: 0 },
            { title: 'Nowhere', sentence: -1 },
          ],
          showNotes: [],
        },
      ],
      sentences,
    );
    expect(
      notes.summary.map(({ text, said }) => [text, said.map(({ startSec }) => Math.floor(startSec))]),
    ).toEqual([['Quiet harbour.', [10]]]);
    expect(notes.chapters.map(({ title, startSec }) => [title, Math.floor(startSec)])).toEqual([
      ['Welcome', 2],
      ['The lighthouse', 20],
    ]);
  });

  it('of hours are asked for in pieces, and their numbers go on', () => {
    const long = sentencesOf(longTranscript(60_000));
    const pieces = notesPieces(long);
    expect(pieces.length).toBeGreaterThan(1);
    const numbers = pieces.flatMap((piece) =>
      [...piece.matchAll(/^(\d+) /gm)].map(([, number]) => Number(number)),
    );
    expect(numbers).toEqual(long.map((_, number) => number));
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(120_000);
  });

  it('have a form that is the same for the provider and for us', () => {
    const names = Object.keys(NOTES_FORMAT.schema.properties);
    expect(names).toEqual(Object.keys(notesAnswerSchema.shape));
    expect(NOTES_FORMAT.schema.required).toEqual(names);
  });
});

describe('a transcript for word processors', () => {
  it('names speakers and times, and holds no sign that XML forbids', () => {
    const { speakers } = SPOKEN_TRANSCRIPT;
    const named = speakers.map((speaker) => ({ ...speaker, name: `${speaker.name} <&\u0007>` }));
    const parts = docxParts({ ...SPOKEN_TRANSCRIPT, speakers: named }, 'A & B');
    expect(parts.map(({ name }) => name)).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/_rels/document.xml.rels',
      'word/styles.xml',
      'word/document.xml',
    ]);
    const text = parts.at(-1)?.text ?? '';
    expect(text).toContain('<w:t xml:space="preserve">A &amp; B</w:t>');
    expect(text).toContain('<w:t xml:space="preserve">Maya &lt;&amp;&gt; 00:00:02</w:t>');
    expect(text).not.toContain('\u0007');
  });
});
