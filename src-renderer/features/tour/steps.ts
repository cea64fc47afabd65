import { ROUTES } from '../../../src-shared/domain/routes.ts';

/** The screens of the tour, in its order; their sentences are among the texts by `id`. */
export const TOUR_STEPS = [
  { id: 'live', path: ROUTES.dashboard },
  { id: 'sound', path: ROUTES.audioEnhancement },
  { id: 'studio', path: ROUTES.recordingStudio },
  { id: 'recordings', path: ROUTES.recordingStudio },
  { id: 'help', path: ROUTES.help },
] as const;
