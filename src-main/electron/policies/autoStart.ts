import path from 'node:path';

/** Where desktops on Linux look for what starts with a log-in (XDG Desktop Application Autostart, 0.5). */
export function autostartFile(env: NodeJS.ProcessEnv, homeDir: string): string {
  // The specification says that a relative path is to be ignored.
  const base = env.XDG_CONFIG_HOME?.startsWith('/')
    ? env.XDG_CONFIG_HOME
    : path.posix.join(homeDir, '.config');
  return path.posix.join(base, 'autostart', 'sounddesk.desktop');
}

/** The program that starts this app again: the AppImage itself, not what it was unpacked to. */
export function ownCommand(
  env: NodeJS.ProcessEnv,
  execPath: string,
  /** Of a checkout: what Electron is given to run. */
  appDir: string | null,
): string[] {
  const program = env.APPIMAGE ?? execPath;
  return appDir === null ? [program] : [program, appDir];
}

/** The entry that a desktop reads. */
export function autostartEntry(command: readonly string[]): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=SoundDesk',
    `Exec=${command.map(quoted).join(' ')}`,
  ];
  return `${[...lines, 'X-GNOME-Autostart-enabled=true', 'Terminal=false'].join('\n')}\n`;
}

/**
 * An argument of `Exec`: quoted, with a backslash before what a shell would read, each backslash doubled since the value
 * is a string of the entry too, and no field code (%) of its own.
 */
function quoted(argument: string): string {
  const escaped = argument.replace(/["`$\\]/g, (sign) => `\\${sign}`).replaceAll('\\', '\\\\');
  return `"${escaped.replaceAll('%', '%%')}"`;
}
