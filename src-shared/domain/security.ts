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
  ].join('; ');
}
