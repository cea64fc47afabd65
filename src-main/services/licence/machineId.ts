/** What the operating system calls this machine: it does not change when folders are copied. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 5000;

/** Empty where the system has none: then the random id alone names the device. */
export async function readMachineId(platform: NodeJS.Platform = process.platform): Promise<string> {
  try {
    return await READERS[platform === 'darwin' || platform === 'win32' ? platform : 'linux']();
  } catch {
    // A container without the file, or a locked-down registry: nothing to bind to.
    return '';
  }
}

const READERS = {
  linux: async () => (await readFile('/etc/machine-id', 'utf8')).trim(),
  async darwin() {
    const { stdout } = await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], {
      timeout: TIMEOUT_MS,
    });
    return /"IOPlatformUUID" = "([^"]+)"/.exec(stdout)?.[1] ?? '';
  },
  async win32() {
    const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
    const { stdout } = await run('reg', ['query', key, '/v', 'MachineGuid', '/reg:64'], {
      timeout: TIMEOUT_MS,
    });
    return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(stdout)?.[1] ?? '';
  },
};
