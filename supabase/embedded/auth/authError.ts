/** GoTrue's errors: supabase-js distinguishes them by `error_code`, the screens by the message. */
export class AuthError extends Error {
  readonly status: number;
  readonly errorCode: string;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(status: number, errorCode: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.name = 'AuthError';
    this.status = status;
    this.errorCode = errorCode;
    this.extra = extra;
  }
}

const API_VERSION = '2024-01-01';

/** The two shapes that GoTrue answers, by the version that the client asks for. */
export function authErrorResponse(error: AuthError, request: Request): Response {
  const asked = request.headers.get('x-supabase-api-version') ?? '';
  const { status, errorCode, message, extra } = error;
  if (asked >= API_VERSION) {
    const headers = { 'x-supabase-api-version': API_VERSION };
    return Response.json({ code: errorCode, message, ...extra }, { status, headers });
  }
  return Response.json({ code: status, error_code: errorCode, msg: message, ...extra }, { status });
}

export const invalidCredentials = () =>
  new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
export const invalidLink = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
export const badInput = (message: string) => new AuthError(400, 'validation_failed', message);
