import { findDesktopBridge } from './electron.ts';
import { isServedByHost } from './servedByHost.ts';

/** Whether this is the desktop app, or what stands for it: nothing asks for consent there. Drawn ahead there is no window. */
export function isDesktop(): boolean {
  return typeof window === 'undefined' || findDesktopBridge() !== null || isServedByHost();
}
