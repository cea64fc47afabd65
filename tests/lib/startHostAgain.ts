import { startHost, type Host, type HostOptions } from '../../src-main/node/host.ts';
import { leavePort, listenAgain } from './keptPort.ts';

/** A host, at a port that one before it had. */
export async function startHostAgain(options: Omit<HostOptions, 'port'>): Promise<Host> {
  const host = await listenAgain('host', (port) => startHost({ ...options, port }));
  const close = host.close.bind(host);
  host.close = async () => {
    await close();
    leavePort('host', host.port);
  };
  return host;
}
