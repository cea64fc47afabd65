import { ROUTES } from '../../../src-shared/domain/routes.ts';

/** The screens of the tour, in its order, and what it points at there; their sentences are among the texts by `id`. */
export const TOUR_STEPS = [
  { id: 'live', path: ROUTES.dashboard, target: '#live-power' },
  { id: 'sound', path: ROUTES.audioEnhancement, target: 'header:has(> #noise-title)' },
  { id: 'studio', path: ROUTES.recordingStudio, target: 'header:has(> #studio-channels)' },
  { id: 'recordings', path: ROUTES.recordingStudio, target: 'header:has(> #studio-recordings)' },
  { id: 'help', path: ROUTES.help, target: '#help-search' },
] as const;
