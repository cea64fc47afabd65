/** Why an edit is not made; the screen has a sentence for each. */
export const REFUSALS = [
  'notFound',
  'trackLocked',
  'overlap',
  'noMoreSource',
  'tooShort',
  'wrongTrack',
  'lastTrack',
  'inUse',
  'notNext',
  'tooMany',
  'tooFew',
  'outOfSync',
] as const;
export type Refusal = (typeof REFUSALS)[number];

export class EditRefused extends Error {
  readonly code: Refusal;

  constructor(code: Refusal, detail: string) {
    super(detail);
    this.name = 'EditRefused';
    this.code = code;
  }
}

export function refuse(code: Refusal, detail: string): never {
  throw new EditRefused(code, detail);
}
