import listed from './installers.json' with { type: 'json' };

export const SYSTEMS = ['windows', 'mac', 'linux'] as const;
export type System = (typeof SYSTEMS)[number];

/** A package of the desktop app that can be fetched: written by scripts/site/listInstallers.mjs. */
export interface Installer {
  system: System;
  file: string;
  url: string;
  sizeBytes: number;
  sha256: string;
}

export const INSTALLERS = listed as readonly Installer[];

/** What there is for a system; all there is while the system is not known. */
export function installersFor(system: System | null, installers: readonly Installer[]): readonly Installer[] {
  return system === null ? installers : installers.filter((installer) => installer.system === system);
}

/** The visitor's system as the browser reports it; null on phones, tablets and what is not known. */
export function systemOf({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): System | null {
  if (/Android|iPhone|iPad|iPod/.test(userAgent)) return null;
  if (/Windows/.test(userAgent)) return 'windows';
  // An iPad calls itself a Mac; no Mac has a touch screen.
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? null : 'mac';
  return /Linux|X11/.test(userAgent) ? 'linux' : null;
}
