import type {
  MicrophoneAccessState,
  microphoneAccessContract,
} from '../../../src-shared/contract/microphoneAccess.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { MicrophoneAccess } from '../ports.ts';

export interface MicrophoneAccessService {
  handlers: Handlers<typeof microphoneAccessContract>;
  /** Asks where nobody has yet; throws where the system lets SoundDesk hear nothing. */
  requireLeave: () => Promise<void>;
}

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, MicrophoneAccessState['system']>>> = {
  darwin: 'mac',
  win32: 'windows',
};

/** The system's leave to hear, where it has one to give. */
export function createMicrophoneAccess(
  access: MicrophoneAccess | null,
  platform: NodeJS.Platform,
): MicrophoneAccessService {
  return {
    handlers: {
      'microphoneAccess.read': () => ({
        system: SYSTEMS[platform] ?? 'linux',
        status: access?.read() ?? 'unknown',
        canOpenSettings: access?.openSettings !== null && access !== null,
      }),
      async 'microphoneAccess.openSettings'() {
        if (!access?.openSettings) throw failWith('UNSUPPORTED', 'noMicrophoneSettings');
        await access.openSettings();
      },
    },
    async requireLeave() {
      if (!access) return;
      const status = access.read();
      const isAllowed =
        status === 'notAsked' ? await access.ask() : status !== 'denied' && status !== 'restricted';
      if (!isAllowed) throw failWith('DEVICE_UNAVAILABLE', 'microphoneNotAllowed');
    },
  };
}
