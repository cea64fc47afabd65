import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../contract/errors.ts';

/** What only the API says, beside the codes of the contract. */
const API_CODES = [
  'SCOPE_MISSING',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'MISDIRECTED',
  'ORIGIN_REFUSED',
  'TOO_SLOW',
  'HEADERS_TOO_LARGE',
  'CHANGED_MEANWHILE',
  'TOO_LARGE',
  'LENGTH_MISSING',
  'TYPE_UNSUPPORTED',
  'RANGE_UNSATISFIABLE',
  'KEY_REUSED',
] as const;
export type ProblemCode = ErrorCode | (typeof API_CODES)[number];

/** RFC 9457, with our codes. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  code: z.enum([...ERROR_CODES, ...API_CODES]),
  /** Whether the same call may succeed if it is made again. */
  retryable: z.boolean(),
});
export type Problem = z.infer<typeof problemSchema>;

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'No valid key',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Not possible now',
  411: 'Length required',
  412: 'Changed meanwhile',
  413: 'Too large',
  415: 'Type not supported',
  416: 'Range not satisfiable',
  421: 'Misdirected',
  422: 'Cannot be done',
  424: 'A service did not answer',
  429: 'Too many calls',
  431: 'Headers too large',
  500: 'A fault of SoundDesk',
};

/** Statuses of codes that are no plain 409: 5xx is a fault of ours alone (docs/decisions/0097). */
const STATUS_OF: Partial<Record<ProblemCode, number>> = {
  BAD_INPUT: 400,
  UNAUTHENTICATED: 401,
  SCOPE_MISSING: 403,
  PLAN_LIMIT: 403,
  FREE_TIER_USED_UP: 403,
  LICENCE_REFUSED: 403,
  CONFIRMATION_NEEDED: 403,
  PRESET_DEFAULT: 403,
  NOT_FOUND: 404,
  UNKNOWN_NAME: 404,
  CHANNEL_NOT_FOUND: 404,
  FILE_NOT_FOUND: 404,
  PRESET_NOT_FOUND: 404,
  TEMPLATE_NOT_FOUND: 404,
  PLUGIN_NOT_FOUND: 404,
  PARAMETER_NOT_FOUND: 404,
  DESTINATION_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  LENGTH_MISSING: 411,
  CHANGED_MEANWHILE: 412,
  TOO_LARGE: 413,
  FILE_BEYOND_LIMITS: 413,
  TYPE_UNSUPPORTED: 415,
  RANGE_UNSATISFIABLE: 416,
  MISDIRECTED: 421,
  ORIGIN_REFUSED: 403,
  TOO_SLOW: 408,
  HEADERS_TOO_LARGE: 431,
  BAD_OPTION: 422,
  UNSUPPORTED: 422,
  FORMAT_UNSUPPORTED: 422,
  FILE_EMPTY: 422,
  KEY_REUSED: 422,
  DEVICE_NOT_FOUND: 422,
  KEY_MISSING: 424,
  KEY_REFUSED: 424,
  PROVIDER_REFUSED: 424,
  PROVIDER_UNREACHABLE: 424,
  SERVER_UNREACHABLE: 424,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
};

export const statusOf = (code: ProblemCode): number => STATUS_OF[code] ?? 409;
export const titleOf = (status: number): string => TITLES[status] ?? 'Not possible now';
