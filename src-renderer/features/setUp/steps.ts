/** The steps, in their order; each stands alone, and the address says which one is open. */
export const SET_UP_STEPS = ['hear', 'microphone', 'virtual', 'record'] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

export function readStep(params: URLSearchParams): SetUpStep {
  return SET_UP_STEPS.find((step) => step === params.get('step')) ?? 'microphone';
}

/** The step after this one; null: it was the last. */
export function stepAfter(step: SetUpStep): SetUpStep | null {
  return SET_UP_STEPS[SET_UP_STEPS.indexOf(step) + 1] ?? null;
}
