import type { PixelFrameKind } from './trackingPixels.ts';

/**
 * Text becomes a part of a page, or a script's address, by the one policy of `src-renderer/lib/trustedScripts.ts` alone: the
 * browser refuses a string in `innerHTML` and everything of its kind, no matter who wrote it there.
 */
export const TRUSTED_TYPES_POLICY = 'sounddesk';
export const TRUSTED_TYPES = `require-trusted-types-for 'script'; trusted-types ${TRUSTED_TYPES_POLICY}`;

/**
 * The Content-Security-Policy of every page of ours: nothing but our own origin, no evaluated
 * script except the audio worklet's WebAssembly. `connectSources` are the only places that the
 * page may talk to beyond its origin, e.g. the loopback socket of the headless host.
 */
export function contentSecurityPolicy(connectSources: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    // No style elements or attributes: the renderer's libraries are built without them (vite.config.ts).
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    `connect-src ${["'self'", ...connectSources].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    TRUSTED_TYPES,
  ].join('; ');
}

/** Whom a page without a host asks itself, with the person's own keys (Voice AI). */
const PROVIDERS = ['https://api.openai.com', 'https://api.elevenlabs.io'];

/** The same for the plain web build, which holds tracking pixels in frames of its own. */
export function webSitePolicy(connectSources: readonly string[] = []): string {
  return `${contentSecurityPolicy([...connectSources, ...PROVIDERS])}; frame-src 'self'`;
}

const META = ['https://connect.facebook.net', 'https://www.facebook.com'];
const GOOGLE = [
  'https://www.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
];

/**
 * The policy of a frame that holds a pixel: no origin, so that it reaches no page, no storage and no server of ours, no matter who
 * opens it. A known provider's frame reaches that provider alone; one with a script of its own, any server but not this one's
 * plain http.
 */
export function pixelFramePolicy(kind: PixelFrameKind): string {
  const providers = [...META, ...GOOGLE].join(' ');
  const sources =
    kind === 'typed'
      ? [`script-src 'self' ${providers}`, `connect-src ${providers}`, `img-src ${providers}`]
      : ["script-src 'self' 'unsafe-inline' https:", 'connect-src https:', 'img-src https: data:'];
  return [
    "default-src 'none'",
    ...sources,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');
}
