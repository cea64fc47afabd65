import { ROUTES } from '../../../src-shared/domain/routes.ts';

/** What somebody wants of a recording, on the way to the studio's list. */
export const TAKE_REQUESTS = ['play', 'export', 'show'] as const;
export type TakeRequest = (typeof TAKE_REQUESTS)[number];

export interface AskedTake {
  id: string;
  request: TakeRequest;
}

/** The address of a recording in the studio's list. */
export const addressOfTake = ({ id, request }: AskedTake): string =>
  `${ROUTES.recordingStudio}?${new URLSearchParams({ take: id, do: request }).toString()}`;

/** What an address asks for; null where it names no recording. */
export function readAskedTake(params: URLSearchParams): AskedTake | null {
  const id = params.get('take');
  if (id === null) return null;
  return { id, request: TAKE_REQUESTS.find((request) => request === params.get('do')) ?? 'show' };
}
