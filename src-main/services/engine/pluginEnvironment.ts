import { dirname, join } from 'node:path';

/** What a plug-in may know of its surroundings: its libraries, its files, the display. No secret is among it. */
const PASSED_ON =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_.*|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|WINDIR|APPDATA|LOCALAPPDATA|PROGRAMDATA|COMMONPROGRAMFILES|XDG_.*|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|LD_LIBRARY_PATH)$/i;

/** The part of an environment that processes with plug-ins in them get. */
export function pluginEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.test(name)));
}

/** The program that loads plug-ins lies beside the addon, in a checkout and in a package. */
export function pluginHostBeside(addonPath: string, platform: NodeJS.Platform = process.platform): string {
  return join(
    dirname(addonPath),
    platform === 'win32' ? 'sounddesk_plugin_host.exe' : 'sounddesk_plugin_host',
  );
}
