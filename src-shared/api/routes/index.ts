import type { ApiRoute } from '../route.ts';
import { BROADCAST_ROUTES } from './broadcast.ts';
import { FILE_ROUTES, FOLDER_ROUTES } from './files.ts';
import { HOST_ROUTES, PROJECT_ROUTES } from './host.ts';
import { MODEL_ROUTES } from './models.ts';
import { PLUGIN_ROUTES } from './plugins.ts';
import { PRESET_ROUTES } from './presets.ts';
import { RECORDING_ROUTES } from './recording.ts';
import { STUDIO_ROUTES } from './studio.ts';
import { TAKES_ROUTES, TRANSCRIPT_ROUTES } from './takes.ts';

export const API_ROUTES: readonly ApiRoute[] = [
  ...RECORDING_ROUTES,
  ...BROADCAST_ROUTES,
  ...TAKES_ROUTES,
  ...FILE_ROUTES,
  ...FOLDER_ROUTES,
  ...TRANSCRIPT_ROUTES,
  ...MODEL_ROUTES,
  ...PROJECT_ROUTES,
  ...STUDIO_ROUTES,
  ...PRESET_ROUTES,
  ...PLUGIN_ROUTES,
  ...HOST_ROUTES,
];
