import type { z } from 'zod';
import type { ApiScope } from '../contract/api.ts';
import type { AppContract } from '../contract/index.ts';
import type { ProcedureName, UploadName } from '../contract/define.ts';
import type { ErrorCode } from '../contract/errors.ts';

/** Files that are downloaded with ranges: each is found by an id and a name, or below a folder that a person has opened. */
export type DownloadOf =
  | 'takeFile'
  | 'takeExport'
  | 'cleanedFile'
  | 'render'
  | 'folderFile'
  | 'cleanedExport';

/** A call that is made of several of the contract; its service is in `services/api/recipes`. */
export const RECIPES = [
  'noiseCancellation.start',
  'recording.create',
  'recordings.start',
  'broadcast.start',
  'broadcast.goLive',
  'scenes.list',
  'scenes.show',
  'scenes.create',
  'scenes.rename',
  'scenes.move',
  'scenes.delete',
  'takes.label',
  'takes.delete',
  'voice.transcribe',
  'key.read',
] as const;
export type RecipeName = (typeof RECIPES)[number];

export type RouteAction =
  | {
      kind: 'call';
      name: ProcedureName<AppContract>;
      /** Answers 202 with a job: progress, result and cancel are at its address. */
      isJob?: true;
      /** The answer is a list, or has one under this name: it comes in pages, by the key of its items. */
      pages?: { of: string | null; key: string };
      /** The body is this field of the input; without it, all fields that are not in the path. */
      bodyField?: string;
      /** Fields that the API does not take: they reach beyond what a key may do. */
      without?: readonly string[];
      /** What the input always has. */
      fixed?: Readonly<Record<string, unknown>>;
      /** Where it was made: with the id of the answer in place of `{id}`. */
      location?: string;
      /** Reads the document that this call changes: `If-Match` is compared with it. */
      guards?: ProcedureName<AppContract>;
    }
  | {
      kind: 'recipe';
      name: RecipeName;
      input: z.ZodObject | null;
      output: z.ZodType;
      errors: readonly ErrorCode[];
      /** The body is a form with this file in it. */
      file?: string;
    }
  | { kind: 'download'; of: DownloadOf; input: z.ZodObject; errors: readonly ErrorCode[] }
  /** The body is the bytes; `Content-Length` becomes `sizeBytes` of the input. */
  | { kind: 'upload'; name: UploadName<AppContract> }
  | { kind: 'jobs.list' | 'jobs.read' | 'jobs.cancel' }
  | { kind: 'events' };

/** One operation of the API. Routes, checks, the OpenAPI document, the client and the tools of MCP come from it. */
export interface ApiRoute {
  /** The name in the document. */
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/api/v1`; names in braces are fields of the input. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  scope: ApiScope;
  /** Counted within the month's calls of the plan. */
  startsWork?: true;
  /** A program asks its user first: something is deleted, or goes live. */
  needsConsent?: true;
  action: RouteAction;
  /** A body that works on every computer. */
  example?: unknown;
  exampleAnswer?: unknown;
}

export const API_ROOT = '/api/v1';
/** Tried first; another is chosen in Settings. */
export const DEFAULT_API_PORT = 47_810;
