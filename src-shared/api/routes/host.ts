import { z } from 'zod';
import { ownKeyOutput } from '../documented.ts';
import { renderIdSchema } from '../../contract/renders.ts';
import type { ApiRoute } from '../route.ts';

const project = (route: Omit<ApiRoute, 'tag'>): ApiRoute => ({ ...route, tag: 'Projects' });

/** Projects of the video editor, and what is exported of them. */
export const PROJECT_ROUTES: readonly ApiRoute[] = [
  project({
    id: 'listProjects',
    method: 'get',
    path: '/projects',
    summary: 'List projects, the last changed first',
    scope: 'read',
    action: { kind: 'call', name: 'projects.list', pages: { of: null, key: 'id' } },
  }),
  project({
    id: 'duplicateProject',
    method: 'post',
    path: '/projects/{id}/duplicate',
    summary: 'Copy a project',
    scope: 'control',
    action: { kind: 'call', name: 'projects.duplicate' },
  }),
  project({
    id: 'deleteProject',
    method: 'delete',
    path: '/projects/{id}',
    summary: 'Delete a project',
    scope: 'control',
    needsConsent: true,
    action: { kind: 'call', name: 'projects.remove' },
  }),
  project({
    id: 'uploadMedia',
    method: 'post',
    path: '/projects/{id}/media',
    summary: 'Upload a file into a project',
    scope: 'files',
    startsWork: true,
    action: { kind: 'upload', name: 'projects.uploadMedia' },
  }),
  project({
    id: 'startRender',
    method: 'post',
    path: '/projects/{projectId}/renders',
    summary: 'Export a project',
    scope: 'control',
    startsWork: true,
    action: { kind: 'call', name: 'renders.start', bodyField: 'options', location: '/renders/{id}' },
    example: { format: 'mp4', resolution: '1080p' },
  }),
  project({
    id: 'listRenders',
    method: 'get',
    path: '/renders',
    summary: 'List exports of projects, the newest first',
    scope: 'read',
    action: { kind: 'call', name: 'renders.list', pages: { of: null, key: 'id' } },
  }),
  project({
    id: 'cancelRender',
    method: 'post',
    path: '/renders/{id}/cancel',
    summary: 'Stop an export',
    scope: 'control',
    action: { kind: 'call', name: 'renders.cancel' },
  }),
  project({
    id: 'forgetRender',
    method: 'delete',
    path: '/renders/{id}',
    summary: 'Take an export off the list; its file stays',
    scope: 'control',
    action: { kind: 'call', name: 'renders.forget' },
  }),
  project({
    id: 'downloadRender',
    method: 'get',
    path: '/renders/{id}/file',
    summary: 'Download an exported project',
    scope: 'files',
    action: {
      kind: 'download',
      of: 'render',
      input: z.object({ id: renderIdSchema }),
      errors: ['FILE_NOT_FOUND', 'FILE_UNREADABLE'],
    },
  }),
];

const host = (route: Omit<ApiRoute, 'tag'>): ApiRoute => ({ ...route, tag: 'SoundDesk' });

/** This installation, long work, and what happens. */
export const HOST_ROUTES: readonly ApiRoute[] = [
  host({
    id: 'describe',
    method: 'get',
    path: '/host',
    summary: 'Read what this SoundDesk can do',
    scope: 'read',
    action: { kind: 'call', name: 'host.describe' },
  }),
  host({
    id: 'readHealth',
    method: 'get',
    path: '/host/health',
    summary: 'Read what is wrong now; an empty list means all is well',
    scope: 'read',
    action: { kind: 'call', name: 'host.readTrouble', pages: { of: null, key: 'code' } },
  }),
  host({
    id: 'readToday',
    method: 'get',
    path: '/journal/today',
    summary: 'Read today’s sessions',
    scope: 'read',
    action: { kind: 'call', name: 'journal.readToday' },
  }),
  host({
    id: 'readKey',
    method: 'get',
    path: '/key',
    summary: 'Read what this key may do, and the calls of this month',
    scope: 'read',
    action: { kind: 'recipe', name: 'key.read', input: null, output: ownKeyOutput, errors: [] },
  }),
  host({
    id: 'listJobs',
    method: 'get',
    path: '/jobs',
    summary: 'List long work, the newest first',
    scope: 'read',
    action: { kind: 'jobs.list' },
  }),
  host({
    id: 'readJob',
    method: 'get',
    path: '/jobs/{jobId}',
    summary: 'Read how far long work is, and its result',
    scope: 'read',
    action: { kind: 'jobs.read' },
  }),
  host({
    id: 'cancelJob',
    method: 'delete',
    path: '/jobs/{jobId}',
    summary: 'Cancel long work',
    scope: 'control',
    action: { kind: 'jobs.cancel' },
  }),
  host({
    id: 'followEvents',
    method: 'get',
    path: '/events',
    summary: 'Follow events, as Server-Sent Events or a WebSocket',
    description:
      'Each has an id. “Last-Event-ID”, or “after” in the address, resumes behind that one. A WebSocket at the same address gets the same as JSON.',
    scope: 'read',
    action: { kind: 'events' },
  }),
];
