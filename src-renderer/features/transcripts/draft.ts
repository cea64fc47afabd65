import type { Answer, RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { Transcript } from '../../../src-shared/domain/transcript/document.ts';
import {
  applyTranscriptPatches,
  invertTranscriptPatch,
  type TranscriptEdits,
  type TranscriptPatch,
} from '../../../src-shared/domain/transcript/edits.ts';

export interface DraftState {
  edits: TranscriptEdits;
  canUndo: boolean;
  canRedo: boolean;
  save: 'saved' | 'saving' | 'failed';
  /** Why the last edits are not on the disk. */
  failure: RpcFailure | null;
}

export interface Draft {
  readonly transcript: Transcript;
  subscribe: (listener: () => void) => () => void;
  read: () => DraftState;
  /** The word as it reads now. */
  textAt: (place: number) => string;
  /** One step of undo. */
  apply: (...patches: TranscriptPatch[]) => void;
  undo: () => void;
  redo: () => void;
  /** Sends again what could not be saved. */
  save: () => void;
}

/** That the host takes at once, and words of one patch: a message has an end. */
const MOST_PATCHES = 1000;
const MOST_WORDS = 5000;

type Step = readonly TranscriptPatch[];

interface DraftOptions {
  transcript: Transcript;
  edits: TranscriptEdits;
  revision: number;
  send: (revision: number, patches: TranscriptPatch[]) => Promise<Answer<{ revision: number }>>;
}

/** A transcript that is edited: what is typed is shown at once and saved behind it, in order. Outside Redux: it is long. */
export function createDraft({ transcript, edits, revision, send }: DraftOptions): Draft {
  const listeners = new Set<() => void>();
  const undone: Step[] = [];
  const done: Step[] = [];
  let unsaved: TranscriptPatch[] = [];
  let saved = revision;
  let isSending = false;
  let state: DraftState = { edits, canUndo: false, canRedo: false, save: 'saved', failure: null };

  const change = (changes: Partial<DraftState>) => {
    state = { ...state, canUndo: done.length > 0, canRedo: undone.length > 0, ...changes };
    listeners.forEach((listener) => listener());
  };
  /** Gives what takes it back. */
  const put = (step: Step): Step => {
    const back = step.map((patch) => invertTranscriptPatch(state.edits, patch)).reverse();
    unsaved.push(...step.flatMap(inParts));
    change({ edits: applyTranscriptPatches(state.edits, step) });
    void save();
    return back;
  };
  async function save(): Promise<void> {
    if (isSending || unsaved.length === 0) return;
    isSending = true;
    change({ save: 'saving', failure: null });
    while (unsaved.length > 0) {
      const batch = takeBatch(unsaved);
      const answer = await send(saved, batch);
      if (!answer.success) {
        unsaved = [...batch, ...unsaved];
        isSending = false;
        return change({ save: 'failed', failure: answer.error });
      }
      saved = answer.data.revision;
    }
    isSending = false;
    change({ save: 'saved' });
  }
  const move = (from: Step[], to: Step[]) => {
    const step = from.pop();
    if (!step) return;
    to.push(put(step));
    change({});
  };
  return {
    transcript,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    textAt: (place) => state.edits.texts.get(place) ?? transcript.words[place]?.text ?? '',
    apply(...patches) {
      if (patches.length === 0) return;
      undone.length = 0;
      done.push(put(patches));
      change({});
    },
    undo: () => move(done, undone),
    redo: () => move(undone, done),
    save: () => void save(),
  };
}

/** A patch of many words as several: they are applied one after the other, and come to the same. */
function inParts(patch: TranscriptPatch): TranscriptPatch[] {
  switch (patch.on) {
    case 'name':
      return [patch];
    case 'texts':
      return partsOf(patch.texts).map((texts) => ({ ...patch, texts }));
    case 'cut':
      return partsOf(patch.words).map((words) => ({ ...patch, words }));
  }
}

const partsOf = <T>(values: readonly T[]): T[][] =>
  Array.from({ length: Math.max(1, Math.ceil(values.length / MOST_WORDS)) }, (_, part) =>
    values.slice(part * MOST_WORDS, (part + 1) * MOST_WORDS),
  );

const wordsOf = (patch: TranscriptPatch): number =>
  patch.on === 'texts' ? patch.texts.length : patch.on === 'cut' ? patch.words.length : 1;

/** The first of them that fit into one message; at least one. */
function takeBatch(patches: TranscriptPatch[]): TranscriptPatch[] {
  let [count, words] = [0, 0];
  for (const patch of patches.slice(0, MOST_PATCHES)) {
    words += wordsOf(patch);
    if (count > 0 && words > MOST_WORDS) break;
    count += 1;
  }
  return patches.splice(0, count);
}
