import { ROUTES } from '../../../src-shared/domain/routes.ts';

/** Where a recording's transcript is edited; with a second, there. */
export const addressOfTranscript = (takeId: string, atSec?: number): string =>
  `${ROUTES.transcript}?${new URLSearchParams({ take: takeId, ...(atSec === undefined ? {} : { at: atSec.toFixed(2) }) })}`;
