import { z } from 'zod';
import { appContract } from '../../contract/index.ts';
import type { ApiRoute } from '../route.ts';

const file = (route: Omit<ApiRoute, 'tag'>): ApiRoute => ({ ...route, tag: 'Files' });
const { 'looseFiles.locateResult': locateResult } = appContract;

const { 'openFolders.locate': locateInFolder, 'openFolders.listCleaned': listCleaned } = appContract;

/** Folders that a person has opened in Settings, and what is cleaned of them. */
export const FOLDER_ROUTES: readonly ApiRoute[] = [
  file({
    id: 'listFolders',
    method: 'get',
    path: '/folders',
    summary: 'List folders that are open to programs',
    description: 'A person opens them in Settings, under API Keys: none at first.',
    scope: 'files',
    action: { kind: 'call', name: 'openFolders.list', pages: { of: null, key: 'id' } },
  }),
  file({
    id: 'listFolderFiles',
    method: 'get',
    path: '/folders/{folderId}/files',
    summary: 'List files and folders in an open folder, by name',
    description: 'Without hidden ones and links. “path” is a folder in it.',
    scope: 'files',
    action: { kind: 'call', name: 'openFolders.listFiles' },
  }),
  file({
    id: 'downloadFolderFile',
    method: 'get',
    path: '/folders/{folderId}/files/{path}',
    summary: 'Download a file of an open folder',
    description: 'Write “/” within the path as %2F.',
    scope: 'files',
    action: {
      kind: 'download',
      of: 'folderFile',
      input: locateInFolder.input,
      errors: locateInFolder.errors,
    },
  }),
  file({
    id: 'cleanFolderFile',
    method: 'post',
    path: '/folders/{folderId}/clean',
    summary: 'Remove noise from a file of an open folder, into the exports',
    description: 'The file stays as it is. The result is the name for downloadCleanedExport.',
    scope: 'files',
    startsWork: true,
    action: { kind: 'call', name: 'openFolders.clean', isJob: true },
    example: {
      path: 'interviews/monday.wav',
      denoise: { engine: 'rnnoise', sensitivity: 90, reduction: 95 },
      targetLufs: -16,
      container: 'flac',
    },
  }),
  file({
    id: 'listCleanedExports',
    method: 'get',
    path: '/exports/cleaned',
    summary: 'List what was cleaned into the exports',
    scope: 'files',
    action: { kind: 'call', name: 'openFolders.listCleaned', pages: { of: null, key: 'name' } },
  }),
  file({
    id: 'downloadCleanedExport',
    method: 'get',
    path: '/exports/cleaned/{name}',
    summary: 'Download what was cleaned into the exports',
    scope: 'files',
    action: {
      kind: 'download',
      of: 'cleanedExport',
      input: z.object({ name: z.string().min(1).max(300) }),
      errors: listCleaned.errors,
    },
  }),
];

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
