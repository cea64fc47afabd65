/** The system's keychain: Keychain on macOS, DPAPI on Windows, libsecret or KWallet on Linux. */
import { safeStorage } from 'electron';

export interface Keychain {
  /** Whether what is encrypted can be read again by this user alone. */
  isAvailable(): Promise<boolean>;
  encrypt(text: string): Promise<Buffer>;
  /** Rejects where the key is another one by now, or the bytes are damaged. */
  decrypt(bytes: Buffer): Promise<{ text: string; shouldEncryptAgain: boolean }>;
}

/** Call after the app is ready. */
export function systemKeychain(platform: NodeJS.Platform = process.platform): Keychain {
  return {
    async isAvailable() {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
      // Without a keychain Linux would encrypt by a key that everybody knows.
      return platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
    },
    encrypt: (text) => safeStorage.encryptStringAsync(text),
    async decrypt(bytes) {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(bytes);
      return { text: result, shouldEncryptAgain: shouldReEncrypt };
    },
  };
}
