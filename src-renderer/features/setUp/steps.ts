/** The steps, in their order; each stands alone, and the address says which one is open. */
export const SET_UP_STEPS = ['hear', 'licence', 'microphone', 'virtual', 'record'] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

export function readStep(params: URLSearchParams, steps: readonly SetUpStep[]): SetUpStep {
  return steps.find((step) => step === params.get('step')) ?? 'microphone';
}

/** The step after this one; null: it was the last. */
export function stepAfter(step: SetUpStep, steps: readonly SetUpStep[]): SetUpStep | null {
  return steps[steps.indexOf(step) + 1] ?? null;
}
