export type BackendErrorCode =
  | 'BACKEND_BINARY_MISSING'
  | 'BACKEND_BINARY_CHANGED'
  | 'BACKEND_RUNNING'
  | 'BACKEND_DATABASE'
  | 'BACKEND_DAMAGED'
  | 'BACKEND_REST'
  | 'BACKEND_MIGRATION'
  | 'BACKEND_SECRETS'
  | 'BACKEND_NOT_EMPTY'
  | 'BACKEND_ARCHIVE'
  | 'BACKEND_SITE_URL';

/** A failure of the backend on this machine; the message says what the user can do. */
export class BackendError extends Error {
  readonly code: BackendErrorCode;

  constructor(code: BackendErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BackendError';
    this.code = code;
  }
}
