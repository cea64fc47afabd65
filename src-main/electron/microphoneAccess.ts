import { shell, systemPreferences } from 'electron';
import type { MicrophoneAccess } from '../services/ports.ts';

const STATUSES = {
  granted: 'granted',
  denied: 'denied',
  restricted: 'restricted',
  'not-determined': 'notAsked',
  unknown: 'unknown',
} as const;
const SETTINGS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'x-apple.systempreferences:com.apple.preference.security?Privacy_Microphone',
  win32: 'ms-settings:privacy-microphone',
};

/** The question of macOS, and the switch of Windows; Linux has neither. */
export function systemMicrophoneAccess(platform: NodeJS.Platform): MicrophoneAccess | null {
  const settings = SETTINGS[platform];
  if (settings === undefined) return null;
  return {
    read: () => STATUSES[systemPreferences.getMediaAccessStatus('microphone')],
    ask: async () => platform !== 'darwin' || (await systemPreferences.askForMediaAccess('microphone')),
    openSettings: () => shell.openExternal(settings),
  };
}
