/** The part of GoTrue's protocol that supabase-js uses, as a handler of web requests. */
import { getUser, logout, signUp, token } from './accountRoutes.ts';
import {
  createUser,
  deleteUserById,
  generateLink,
  getUserById,
  invite,
  listUsers,
  updateUserById,
} from './adminRoutes.ts';
import { AuthError, authErrorResponse } from './authError.ts';
import { reauthenticate, updateUser } from './changeRoutes.ts';
import type { AuthContext, AuthRoute } from './context.ts';
import { recover, resend, verifyCode, verifyLink } from './linkRoutes.ts';

export type { AuthConfig, AuthContext } from './context.ts';

const MAX_BODY_BYTES = 64 * 1024;

const health: AuthRoute = async () =>
  Response.json({
    version: 'v2.170.0',
    name: 'GoTrue',
    description: "SoundDesk's part of GoTrue's protocol",
  });

const settings: AuthRoute = async ({ config }) =>
  Response.json({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: !config.isConfirmationRequired,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  });

/** Tokens are signed by a shared secret: there is no public key to publish. */
const keySet: AuthRoute = async () => Response.json({ keys: [] });

const ROUTES: Readonly<Record<string, AuthRoute>> = {
  'GET health': health,
  'GET settings': settings,
  'GET .well-known/jwks.json': keySet,
  'POST signup': signUp,
  'POST token': token,
  'POST logout': logout,
  'POST recover': recover,
  'POST resend': resend,
  'GET verify': verifyLink,
  'POST verify': verifyCode,
  'GET user': getUser,
  'PUT user': updateUser,
  'GET reauthenticate': reauthenticate,
  'POST invite': invite,
  'GET admin/users': listUsers,
  'POST admin/users': createUser,
  'POST admin/generate_link': generateLink,
};

const USER_ROUTES: Readonly<Record<string, AuthRoute>> = {
  GET: getUserById,
  PUT: updateUserById,
  DELETE: deleteUserById,
};

export type AuthHandler = (request: Request, path: string, address: string) => Promise<Response>;

/** `path` is what follows /auth/v1/. */
export function createAuthHandler(context: AuthContext): AuthHandler {
  return async (request, path, address) => {
    try {
      const { route, rest } = findRoute(request.method, path);
      const body = await readBody(request);
      return await route(context, { request, url: new URL(request.url), body, rest, address });
    } catch (error) {
      if (error instanceof AuthError) return authErrorResponse(error, request);
      throw error;
    }
  };
}

function findRoute(method: string, path: string): { route: AuthRoute; rest: string } {
  const route = ROUTES[`${method} ${path}`];
  if (route) return { route, rest: '' };
  const id = /^admin\/users\/([^/]+)$/.exec(path)?.[1];
  const userRoute = id === undefined ? undefined : USER_ROUTES[method];
  if (userRoute && id !== undefined) return { route: userRoute, rest: id };
  throw new AuthError(404, 'not_found', `${method} /${path} is not offered by this backend`);
}

async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const text = await request.text();
  if (text === '') return {};
  if (text.length > MAX_BODY_BYTES) throw new AuthError(413, 'validation_failed', 'The request is too large');
  // PostgreSQL's texts cannot hold it.
  if (text.includes('\\u0000'))
    throw new AuthError(400, 'bad_json', 'Texts must not contain null characters');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AuthError(400, 'bad_json', 'The request body must be an object');
  return body as Record<string, unknown>;
}
