/** Keys of an organisation for the public API (docs/api/openapi.json). */

/** What a key may call: one of the API's endpoints each. */
export const API_SCOPES = [
  'noise-cancellation:start',
  'recording:create',
  'broadcast:start',
  'voice:transcribe',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** The endpoint of each scope, below the API's server. */
export const API_SCOPE_PATHS: Readonly<Record<ApiScope, string>> = {
  'noise-cancellation:start': '/api/v1/audio/noise-cancellation/start',
  'recording:create': '/api/v1/recording/create',
  'broadcast:start': '/api/v1/broadcast/start',
  'voice:transcribe': '/api/v1/voice/transcribe',
};

export const MAX_API_KEY_NAME_LENGTH = 120;
