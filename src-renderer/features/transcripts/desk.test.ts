import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src-shared/contract/errors.ts';
import type { Transcript } from '../../../src-shared/domain/transcript/document.ts';
import {
  applyTranscriptPatches,
  NO_EDITS,
  type TranscriptPatch,
} from '../../../src-shared/domain/transcript/edits.ts';
import { createDesk } from './desk.ts';

const transcript = {
  words: ['one', 'two', 'three'].map((text) => ({ trackId: 'a', startFrame: 0, endFrame: 1, text })),
} as unknown as Transcript;

const text = (place: number, to: string): TranscriptPatch => ({ on: 'texts', texts: [[place, to]] });

/** A host that answers when it is told to, and refuses what is not made of its revision. */
function open() {
  let revision = 4;
  const sent: TranscriptPatch[][] = [];
  let settle: (answer: Answer<{ revision: number }>) => void = () => undefined;
  const desk = createDesk({
    transcript,
    edits: NO_EDITS,
    revision,
    send(known, patches) {
      expect(known).toBe(revision);
      sent.push(patches);
      return new Promise((resolve) => (settle = resolve));
    },
  });
  return {
    desk,
    sent,
    answer: async (isGood = true) => {
      if (isGood) settle({ success: true, data: { revision: (revision += 1) } });
      else settle({ success: false, error: { code: 'DISK_FULL', message: 'full', retryable: true } });
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

describe('a transcript that is edited', () => {
  it('shows a change at once, and sends what came meanwhile behind it in one', async () => {
    const { desk, sent, answer } = open();
    desk.apply(text(0, 'One'));
    expect(desk.textAt(0)).toBe('One');
    desk.apply(text(1, 'Two'));
    desk.apply(text(2, 'Three'));
    expect(sent).toEqual([[text(0, 'One')]]);
    expect(desk.read().save).toBe('saving');
    await answer();
    expect(sent[1]).toEqual([text(1, 'Two'), text(2, 'Three')]);
    await answer();
    expect(desk.read()).toMatchObject({ save: 'saved', canUndo: true, canRedo: false });
  });

  it('is undone and done again, and what is on the disk follows', async () => {
    const { desk, sent, answer } = open();
    desk.apply(text(0, 'One'), { on: 'cut', words: [0], isCut: true });
    await answer();
    desk.apply(text(0, 'Uno'));
    await answer();
    desk.undo();
    expect(desk.textAt(0)).toBe('One');
    await answer();
    desk.undo();
    await answer();
    expect(desk.textAt(0)).toBe('one');
    expect(desk.read()).toMatchObject({ canUndo: false, canRedo: true });
    desk.redo();
    desk.redo();
    await answer();
    await answer();
    expect(desk.textAt(0)).toBe('Uno');
    const onDisk = applyTranscriptPatches(NO_EDITS, sent.flat());
    expect(onDisk.texts).toEqual(desk.read().edits.texts);
    expect(onDisk.cut).toEqual(desk.read().edits.cut);
    // A new step ends what could be done again.
    desk.undo();
    desk.apply(text(2, 'x'));
    expect(desk.read().canRedo).toBe(false);
  });

  it('keeps what could not be saved, and sends it again', async () => {
    const { desk, sent, answer } = open();
    desk.apply(text(0, 'One'));
    await answer(false);
    expect(desk.read()).toMatchObject({ save: 'failed', failure: { code: 'DISK_FULL' } });
    expect(desk.textAt(0)).toBe('One');
    desk.save();
    expect(sent[1]).toEqual([text(0, 'One')]);
    await answer();
    expect(desk.read()).toMatchObject({ save: 'saved', failure: null });
  });
});
