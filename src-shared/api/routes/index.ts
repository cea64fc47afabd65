import type { ApiRoute } from '../route.ts';
import { FILE_ROUTES } from './files.ts';
import { HOST_ROUTES, PROJECT_ROUTES } from './host.ts';
import { RECORDING_ROUTES } from './recording.ts';
import { STUDIO_ROUTES } from './studio.ts';
import { TAKES_ROUTES, TRANSCRIPT_ROUTES } from './takes.ts';

export const API_ROUTES: readonly ApiRoute[] = [
  ...RECORDING_ROUTES,
  ...TAKES_ROUTES,
  ...FILE_ROUTES,
  ...TRANSCRIPT_ROUTES,
  ...PROJECT_ROUTES,
  ...STUDIO_ROUTES,
  ...HOST_ROUTES,
];
