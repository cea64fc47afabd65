import { appContract } from '../../contract/index.ts';
import type { ApiRoute } from '../route.ts';

const file = (route: Omit<ApiRoute, 'tag'>): ApiRoute => ({ ...route, tag: 'Files' });
const { 'looseFiles.locateResult': locateResult } = appContract;

/** Files that a program brings to be cleaned, as `sounddesk clean` cleans them. */
export const FILE_ROUTES: readonly ApiRoute[] = [
  file({
    id: 'uploadFile',
    method: 'post',
    path: '/files',
    summary: 'Upload a recording to be cleaned',
    description: 'It is kept until you delete it, or SoundDesk closes.',
    scope: 'files',
    action: { kind: 'upload', name: 'looseFiles.upload' },
  }),
  file({
    id: 'listFiles',
    method: 'get',
    path: '/files',
    summary: 'List uploaded recordings, the newest first',
    scope: 'read',
    action: { kind: 'call', name: 'looseFiles.list', pages: { of: null, key: 'id' } },
  }),
  file({
    id: 'cleanFile',
    method: 'post',
    path: '/files/{id}/clean',
    summary: 'Remove noise from an uploaded recording',
    scope: 'control',
    startsWork: true,
    action: { kind: 'call', name: 'looseFiles.clean', isJob: true },
    example: {
      denoise: { engine: 'rnnoise', sensitivity: 90, reduction: 95 },
      targetLufs: -16,
      container: 'flac',
    },
  }),
  file({
    id: 'downloadCleanedFile',
    method: 'get',
    path: '/files/{id}/cleaned',
    summary: 'Download a cleaned recording',
    scope: 'files',
    action: {
      kind: 'download',
      of: 'cleanedFile',
      input: locateResult.input,
      errors: ['FILE_NOT_FOUND', 'FILE_UNREADABLE'],
    },
  }),
  file({
    id: 'deleteFile',
    method: 'delete',
    path: '/files/{id}',
    summary: 'Delete an uploaded recording and its result',
    description: 'Work on it ends.',
    scope: 'control',
    action: { kind: 'call', name: 'looseFiles.remove' },
  }),
];
