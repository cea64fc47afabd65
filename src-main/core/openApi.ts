import { appContract, PROTOCOL_VERSION } from '../../src-shared/contract/index.ts';
import { createClient, createMemoryChannelPair, type Channel } from '../../src-shared/rpc/index.ts';
import { createApiService, type ApiService } from '../services/api/index.ts';
import type { FindBackend, LicenceService } from '../services/licence/index.ts';
import type { CoreHub, CorePorts } from './ports.ts';

/** The API for other programs: it calls what the pages call, over a connection of its own. */
export function openApi(
  ports: CorePorts,
  hub: CoreHub,
  parts: { licence: LicenceService; findBackend: FindBackend; connect: (channel: Channel) => void },
): ApiService {
  let client: ReturnType<typeof connect> | null = null;
  const connect = () =>
    createClient({
      contract: appContract,
      protocolVersion: PROTOCOL_VERSION,
      openChannel() {
        const [near, far] = createMemoryChannelPair();
        parts.connect(far);
        return Promise.resolve(near);
      },
    });
  const service = createApiService({
    dataDir: ports.dataDir,
    openClient: () => (client ??= connect()),
    readLimits: () => parts.licence.readLimits(),
    findBackend: parts.findBackend,
    clock: ports.clock,
    createId: ports.createId,
    log: ports.log,
    onChanged: (state) => hub.emit('api.onChanged', state),
  });
  return {
    ...service,
    async close() {
      await service.close();
      client?.close();
    },
  };
}
