import { onTestFinished } from 'vitest';
import * as servers from './rtmpServers.ts';

/** Servers of the running test, gone when it is over. */
export const startNginx = async (dir: string): Promise<servers.RtmpServer> =>
  kept(await servers.startNginx(dir));

export const startNodeMediaServer = async (
  ...args: Parameters<typeof servers.startNodeMediaServer>
): Promise<servers.RtmpServer> => kept(await servers.startNodeMediaServer(...args));

export async function startTlsFront(...args: Parameters<typeof servers.startTlsFront>): Promise<string> {
  const { address, close } = await servers.startTlsFront(...args);
  onTestFinished(close);
  return address;
}

function kept(server: servers.RtmpServer): servers.RtmpServer {
  onTestFinished(() => server.stop());
  return server;
}
