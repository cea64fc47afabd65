import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src-shared/contract/errors.ts';
import type { Transcript } from '../../../src-shared/domain/transcript/document.ts';
import {
  applyTranscriptPatches,
  NO_EDITS,
  type TranscriptPatch,
} from '../../../src-shared/domain/transcript/edits.ts';
import { createDraft } from './draft.ts';

const transcript = {
  words: ['one', 'two', 'three'].map((text) => ({ trackId: 'a', startFrame: 0, endFrame: 1, text })),
} as unknown as Transcript;

const text = (place: number, to: string): TranscriptPatch => ({ on: 'texts', texts: [[place, to]] });

/** A host that answers when the test says so, and refuses what is not made of its revision. */
function open() {
  let revision = 4;
  const sent: TranscriptPatch[][] = [];
  let settle: (answer: Answer<{ revision: number }>) => void = () => undefined;
  const draft = createDraft({
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
    draft,
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
    const { draft, sent, answer } = open();
    draft.apply(text(0, 'One'));
    expect(draft.textAt(0)).toBe('One');
    draft.apply(text(1, 'Two'));
    draft.apply(text(2, 'Three'));
    expect(sent).toEqual([[text(0, 'One')]]);
    expect(draft.read().save).toBe('saving');
    await answer();
    expect(sent[1]).toEqual([text(1, 'Two'), text(2, 'Three')]);
    await answer();
    expect(draft.read()).toMatchObject({ save: 'saved', canUndo: true, canRedo: false });
  });

  it('is undone and done again, and what is on the disk follows', async () => {
    const { draft, sent, answer } = open();
    draft.apply(text(0, 'One'), { on: 'cut', words: [0], isCut: true });
    await answer();
    draft.apply(text(0, 'Uno'));
    await answer();
    draft.undo();
    expect(draft.textAt(0)).toBe('One');
    await answer();
    draft.undo();
    await answer();
    expect(draft.textAt(0)).toBe('one');
    expect(draft.read()).toMatchObject({ canUndo: false, canRedo: true });
    draft.redo();
    draft.redo();
    await answer();
    await answer();
    expect(draft.textAt(0)).toBe('Uno');
    const onDisk = applyTranscriptPatches(NO_EDITS, sent.flat());
    expect(onDisk.texts).toEqual(draft.read().edits.texts);
    expect(onDisk.cut).toEqual(draft.read().edits.cut);
    // A new step ends what could be done again.
    draft.undo();
    draft.apply(text(2, 'x'));
    expect(draft.read().canRedo).toBe(false);
  });

  it('keeps what could not be saved, and sends it again', async () => {
    const { draft, sent, answer } = open();
    draft.apply(text(0, 'One'));
    await answer(false);
    expect(draft.read()).toMatchObject({ save: 'failed', failure: { code: 'DISK_FULL' } });
    expect(draft.textAt(0)).toBe('One');
    draft.save();
    expect(sent[1]).toEqual([text(0, 'One')]);
    await answer();
    expect(draft.read()).toMatchObject({ save: 'saved', failure: null });
  });

  it('sends a step of very many words in parts, each as long as a message may be, and comes to the same', async () => {
    const { draft, sent, answer } = open();
    const words = Array.from({ length: 12_000 }, (_, place) => place);
    draft.apply(
      { on: 'texts', texts: words.map((place): [number, string] => [place, `w${place}`]) },
      { on: 'cut', words: words.slice(0, 100), isCut: true },
    );
    for (let part = 0; part < 4 && draft.read().save === 'saving'; part += 1) await answer();
    expect(draft.read().save).toBe('saved');
    const sizes = sent.map((batch) =>
      batch.map((patch) =>
        patch.on === 'texts' ? patch.texts.length : patch.on === 'cut' ? patch.words.length : 0,
      ),
    );
    expect(sizes).toEqual([[5000], [5000], [2000, 100]]);
    const all = applyTranscriptPatches(NO_EDITS, sent.flat());
    expect(all).toEqual(draft.read().edits);
  });
});
