import type { ApiRoute } from '../route.ts';

const model = (route: Omit<ApiRoute, 'tag'>): ApiRoute => ({ ...route, tag: 'Models' });

/** Models that engines on this computer read. */
export const MODEL_ROUTES: readonly ApiRoute[] = [
  model({
    id: 'listModels',
    method: 'get',
    path: '/models',
    summary: 'List the models for speech, and which are installed',
    scope: 'read',
    action: { kind: 'call', name: 'models.read' },
  }),
  model({
    id: 'downloadModel',
    method: 'post',
    path: '/models/{id}/download',
    summary: 'Download a model, or continue where it stopped',
    description: 'Hundreds of megabytes. Progress is in listModels, and in the event models.onChanged.',
    scope: 'control',
    startsWork: true,
    action: { kind: 'call', name: 'models.download', location: '/models' },
  }),
  model({
    id: 'cancelModelDownload',
    method: 'post',
    path: '/models/{id}/cancel',
    summary: 'Stop a download; what is here stays for the next time',
    scope: 'control',
    action: { kind: 'call', name: 'models.cancel' },
  }),
  model({
    id: 'importModel',
    method: 'put',
    path: '/models/{id}/file',
    summary: 'Upload the file of a model that you have',
    scope: 'files',
    startsWork: true,
    action: { kind: 'upload', name: 'models.importFile' },
  }),
  model({
    id: 'deleteModel',
    method: 'delete',
    path: '/models/{id}',
    summary: 'Delete a model from this computer',
    scope: 'control',
    needsConsent: true,
    action: { kind: 'call', name: 'models.remove' },
  }),
];
