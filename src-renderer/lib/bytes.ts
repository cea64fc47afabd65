const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes as disks are sold: `1.2 TB`, `340 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const decimals = power === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(decimals)} ${UNITS[power] ?? ''}`;
}

export function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.byteLength + second.byteLength);
  all.set(first);
  all.set(second, first.byteLength);
  return all;
}
