import { describe, expect, it } from 'vitest';
import { INSTALLERS, installersFor, systemOf, type Installer } from './installers.ts';

const installer = (system: Installer['system']): Installer => ({
  system,
  file: `${system}.bin`,
  url: `https://example.test/${system}.bin`,
  sizeBytes: 1,
  sha256: 'a'.repeat(64),
});

describe('the system of a visitor', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 0, 'windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0, 'mac'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 5, null],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 0, 'linux'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36', 5, null],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, null],
  ] as const)('of %s (%i touch points) is %s', (userAgent, maxTouchPoints, system) => {
    expect(systemOf({ userAgent, maxTouchPoints })).toBe(system);
  });
});

describe('the installers', () => {
  it('are those of the visitor’s system, or all where that is not known', () => {
    const all = [installer('windows'), installer('linux')];
    expect(installersFor('linux', all)).toEqual([all[1]]);
    expect(installersFor('mac', all)).toEqual([]);
    expect(installersFor(null, all)).toEqual(all);
  });

  it('that are listed can be fetched and checked', () => {
    for (const { url, sha256, sizeBytes } of INSTALLERS) {
      expect(new URL(url).protocol).toBe('https:');
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(sizeBytes).toBeGreaterThan(0);
    }
  });
});
