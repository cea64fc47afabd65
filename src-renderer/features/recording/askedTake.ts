import { ROUTES } from '../../../src-shared/domain/routes.ts';

/** What somebody wants of a recording, on the way to the studio's list. */
export const TAKE_WISHES = ['play', 'export', 'show'] as const;
export type TakeWish = (typeof TAKE_WISHES)[number];

export interface AskedTake {
  id: string;
  wish: TakeWish;
}

/** The address of a recording in the studio's list. */
export const addressOfTake = ({ id, wish }: AskedTake): string =>
  `${ROUTES.recordingStudio}?${new URLSearchParams({ take: id, do: wish }).toString()}`;

/** What an address asks for; null where it names no recording. */
export function readAskedTake(params: URLSearchParams): AskedTake | null {
  const id = params.get('take');
  if (id === null) return null;
  return { id, wish: TAKE_WISHES.find((wish) => wish === params.get('do')) ?? 'show' };
}
