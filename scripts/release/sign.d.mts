export function releasesOf(
  folder: string,
  how: { channel: 'stable' | 'beta'; version: string; stagingPercentage: number },
): object[];
