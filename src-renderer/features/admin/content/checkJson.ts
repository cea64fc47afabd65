import type { z } from 'zod';
import { PAGE_CONTENT_MAX } from '../../../../src-shared/domain/content.ts';
import { findJsonFault, type JsonFault } from './findJsonFault.ts';

export type JsonObject = Record<string, z.infer<ReturnType<typeof z.json>>>;

/** What is typed, as the object that it is, or what is wrong with it and where. */
export type CheckedJson = { value: JsonObject } | { problem: JsonProblem };
export type JsonProblem = JsonFault | { missing: 'object' | 'character' | 'space' };

export function checkJson(text: string): CheckedJson {
  if (text.length > PAGE_CONTENT_MAX) return { problem: { missing: 'space' } };
  const fault = findJsonFault(text);
  if (fault !== null) return { problem: fault };
  const value: unknown = JSON.parse(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) return { problem: { missing: 'object' } };
  const written = JSON.stringify(value);
  // The database has no such character.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(written)) return { problem: { missing: 'character' } };
  if (written.length > PAGE_CONTENT_MAX) return { problem: { missing: 'space' } };
  return { value: value as JsonObject };
}

export const writeJson = (value: unknown): string => JSON.stringify(value, null, 2);
