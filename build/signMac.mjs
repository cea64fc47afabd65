/** electron-builder's signing of macOS, but that the plug-in host has entitlements of its own. */
import path from 'node:path';
import { sign } from '@electron/osx-sign';

const PLUGIN_HOST = 'sounddesk_plugin_host';
const ENTITLEMENTS = path.join(import.meta.dirname, 'entitlements.plugin-host.plist');

/** The options of one file: of the plug-in host, its own entitlements; of all others, those that electron-builder says. */
export const optionsOf = (ofBuilder) => (file) => ({
  ...ofBuilder?.(file),
  ...(path.basename(file) === PLUGIN_HOST ? { entitlements: ENTITLEMENTS } : {}),
});

export default async function signMac(options) {
  await sign({ ...options, optionsForFile: optionsOf(options.optionsForFile) });
}
