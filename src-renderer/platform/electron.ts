import type { Channel } from '../../src-shared/rpc/index.ts';

/**
 * What the preload exposes, as far as this side needs it: the same as `SoundDeskBridge` in
 * src-preload/api.ts, said again because the renderer imports nothing from the preload.
 */
interface DesktopBridge {
  openChannel(): Channel;
}

/** The preload's bridge, or null outside the desktop shell. */
export function findDesktopBridge(): DesktopBridge | null {
  return (window as { readonly sounddesk?: DesktopBridge }).sounddesk ?? null;
}
