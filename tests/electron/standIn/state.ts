import type { StandInWindow } from './electron/windows.ts';

/** What the app did to the world outside of its pages, for the tests to read. */
export const recorded = {
  openedExternally: [] as string[],
  errorBoxes: [] as { title: string; content: string }[],
  messageBoxes: [] as string[],
  clipboard: '',
  /** What Electron prints about a page or its preload. */
  pageErrors: [] as string[],
  engineLaunches: [] as { modulePath: string; args: string[]; env: string[] }[],
};

export const world = {
  isReady: false,
  privilegedSchemes: new Map<string, Electron.Privileges>(),
  windows: [] as StandInWindow[],
  /** What can be captured. */
  sources: [] as Electron.DesktopCapturerSource[],
  /** The entry that is clicked in a menu which opens. */
  choice: null as string | null,
};

/** The origin that Chromium gives a page: opaque for a scheme that nobody made standard. */
export function originOf(address: string): string {
  const url = URL.parse(address);
  const scheme = url?.protocol.slice(0, -1) ?? '';
  return url && world.privilegedSchemes.get(scheme)?.standard ? `${scheme}://${url.host}` : 'null';
}
