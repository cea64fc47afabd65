import fs from 'node:fs';
import { protocol, type Session } from 'electron';
import { contentSecurityPolicy } from '../../src-shared/domain/security.ts';
import { resolveAsset, type AssetFileSystem } from './policies/assets.ts';
import { APP_SCHEME } from './policies/origin.ts';

/** Of node:fs as Electron extends it: these functions also read inside app.asar. */
const files: AssetFileSystem = {
  realpath: (file) => fs.realpathSync(file),
  isFile: (file) => fs.statSync(file).isFile(),
};

/** Makes our scheme an origin of its own. Electron takes it only before the app is ready. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }]);
}

/**
 * Serves the built renderer, and nothing else, to the pages of a session. They may connect to what
 * `connectSources` names, and nowhere else.
 */
export function serveApp(session: Session, rendererRoot: string, connectSources: readonly string[]): void {
  session.protocol.handle(APP_SCHEME, (request) => respond(request, rendererRoot, connectSources));
}

async function respond(
  request: Pick<Request, 'url' | 'method'>,
  rendererRoot: string,
  connectSources: readonly string[],
): Promise<Response> {
  const asset = resolveAsset(request, rendererRoot, files);
  if (asset.kind === 'refused') {
    return new Response(asset.reason, {
      status: asset.status,
      headers: headersFor('text/plain; charset=utf-8', connectSources),
    });
  }
  const body = request.method === 'HEAD' ? null : await fs.promises.readFile(asset.path);
  return new Response(body, { headers: headersFor(asset.contentType, connectSources) });
}

function headersFor(contentType: string, connectSources: readonly string[]): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Content-Security-Policy': contentSecurityPolicy(connectSources),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}
