import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isSame, type Draft, type FieldName, type FormValues } from './form.ts';

export interface FormSlice {
  draft: Draft;
}

export type FieldChange = {
  [F in FieldName]: { field: F; kept: FormValues[F]; value: FormValues[F] };
}[FieldName];

/** What was changed on the screen and is not saved. It outlives the screen: going back in the browser loses nothing. */
export const formSlice = createSlice({
  name: 'settingsForm',
  initialState: (): FormSlice => ({ draft: {} }),
  reducers: {
    fieldChanged(slice, { payload: { field, kept, value } }: PayloadAction<FieldChange>) {
      const draft = slice.draft as Record<string, { base: unknown; value: unknown }>;
      if (isSame(kept, value)) delete draft[field];
      else draft[field] = { base: draft[field]?.base ?? kept, value };
    },
    draftDiscarded: (slice) => void (slice.draft = {}),
    /** Saved: what was changed meanwhile stays. */
    draftSaved(slice, { payload: saved }: PayloadAction<Draft>) {
      const draft = slice.draft as Record<string, { value: unknown }>;
      for (const [field, { value }] of Object.entries(saved)) {
        if (isSame(draft[field]?.value, value)) delete draft[field];
      }
    },
  },
});

export const { fieldChanged, draftDiscarded, draftSaved } = formSlice.actions;

export interface FormRoot {
  settingsForm: FormSlice;
}
export const selectDraft = (root: FormRoot) => root.settingsForm.draft;
