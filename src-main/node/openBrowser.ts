import { spawn } from 'node:child_process';

/** Whether somebody sits in front of this machine's screen. */
export function hasDisplay(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return platform === 'linux' ? Boolean(env.DISPLAY || env.WAYLAND_DISPLAY) : !env.SSH_CONNECTION;
}

/** Opens the address in the user's browser, which then lives on its own; says why where that failed. */
export function openBrowser(
  address: string,
  onFailed: (reason: string) => void,
  platform: NodeJS.Platform = process.platform,
): void {
  const [command, args] = openerOf(platform, address);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', (error) => onFailed(error.message));
  child.unref();
}

function openerOf(platform: NodeJS.Platform, address: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [address]];
  // No shell: `start` would need one and would read the address's characters.
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]];
  return ['xdg-open', [address]];
}
