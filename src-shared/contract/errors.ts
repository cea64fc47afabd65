import { z } from 'zod';

/** Every code that an answer may carry. A code is for programs, the message is for people. */
export const ERROR_CODES = [
  'BAD_INPUT',
  'BAD_FRAME',
  'UNKNOWN_NAME',
  'UNAUTHENTICATED',
  'HOST_UNVERIFIED',
  'VERSION_MISMATCH',
  'TOO_MANY_REQUESTS',
  'CANCELLED',
  'CONNECTION_LOST',
  'UNSUPPORTED',
  'INTERNAL',
  'ENGINE_UNAVAILABLE',
  'ENGINE_STOPPED',
  'LIVE_ALREADY_RUNNING',
  'LIVE_NOT_RUNNING',
  'CAPTURE_ALREADY_RUNNING',
  'CAPTURE_NOT_RUNNING',
  'CHANNEL_NOT_FOUND',
  'NO_ENABLED_CHANNEL',
  'TAKE_ALREADY_RUNNING',
  'TAKE_NOT_RUNNING',
  'DEVICE_NOT_FOUND',
  'DEVICE_UNAVAILABLE',
  'DEVICE_LOST',
  'BAD_OPTION',
  'FILE_NOT_FOUND',
  'FILE_EMPTY',
  'FILE_UNREADABLE',
  'FILE_UNWRITABLE',
  'FILE_BEYOND_LIMITS',
  'FORMAT_UNSUPPORTED',
  'DISK_FULL',
  'SETTINGS_UNWRITABLE',
  'CONFIRMATION_NEEDED',
  'KEYS_UNWRITABLE',
  'BROWSERS_UNWRITABLE',
  'PRESET_NOT_FOUND',
  'PRESET_DEFAULT',
  'PRESETS_UNWRITABLE',
  'TEMPLATE_NOT_FOUND',
  'TEMPLATE_EXISTS',
  'TEMPLATE_UNWRITABLE',
  'PLUGIN_HOST_UNAVAILABLE',
  'PLUGIN_NOT_FOUND',
  'PLUGIN_NOT_A_MODULE',
  'PLUGIN_NO_FACTORY',
  'PLUGIN_NO_AUDIO_CLASS',
  'PLUGIN_CLASS_NOT_FOUND',
  'PLUGIN_REFUSED',
  'PLUGIN_LOAD_FAILED',
  'PLUGIN_BUSES_UNSUPPORTED',
  'PLUGIN_CRASHED',
  'PLUGIN_TIMED_OUT',
  'PLUGIN_BAD_ANSWER',
  'PLUGIN_BAD_SAMPLES',
  'PLUGIN_FAILED',
  'PLUGIN_NOT_LOADED',
  'PLUGIN_CHAIN_FULL',
  'PLUGIN_PRESET_INVALID',
  'PLUGIN_EDITOR_UNAVAILABLE',
  'PARAMETER_NOT_FOUND',
  'SERVER_UNREACHABLE',
  'LICENCE_REFUSED',
  'LICENCE_UNWRITABLE',
  'FREE_TIER_USED_UP',
  'PLAN_LIMIT',
  'DESTINATION_NOT_FOUND',
  'BROADCAST_ALREADY_RUNNING',
  'BROADCAST_NOT_RUNNING',
  'PROJECT_IN_USE',
] as const;

export const errorCodeSchema = z.enum(ERROR_CODES);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

export const rpcFailureSchema = z.object({
  code: errorCodeSchema,
  /** A sentence for the user: what happened, with which value, and what to do. */
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  /** Whether the same call may succeed if it is made again. */
  retryable: z.boolean(),
});
export type RpcFailure = z.infer<typeof rpcFailureSchema>;

export type Answer<T> = { success: true; data: T } | { success: false; error: RpcFailure };

/** A failure with a code, thrown by handlers and by `unwrap`. */
export class RpcError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly retryable: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'RpcError';
    this.code = code;
    this.details = options.details;
    this.retryable = options.retryable ?? false;
  }

  toFailure(): RpcFailure {
    return {
      code: this.code,
      message: this.message,
      ...(this.details ? { details: this.details } : {}),
      retryable: this.retryable,
    };
  }
}

/** The data of an answer; throws its error as an `RpcError`. */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.success) return answer.data;
  const { code, message, details, retryable } = answer.error;
  throw new RpcError(code, message, { ...(details ? { details } : {}), retryable });
}
