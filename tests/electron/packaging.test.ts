import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawIcon } from '../../build/icons.mjs';
import { DEEP_LINK_SCHEME, PRODUCT_NAME } from '../../src-shared/domain/product.ts';
import { bundleLibraries, missingLibraries } from '../../scripts/lib/libraries.mjs';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { observeProgram, runProgram } from '../lib/programs.ts';
import { ADDON, readPackagingRules, ROOT } from './standIn/layout.ts';

const config = readFileSync(path.join(ROOT, 'electron-builder.yml'), 'utf8');

describe('electron-builder.yml', () => {
  it('names every fuse that the packager knows', () => {
    const schemaFile = path.join(ROOT, 'node_modules/app-builder-lib/scheme.json');
    const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as {
      definitions: { FuseOptionsV1: { properties: Record<string, unknown> } };
    };
    const known = Object.keys(schema.definitions.FuseOptionsV1.properties);
    expect(known.length).toBeGreaterThanOrEqual(9);
    for (const fuse of known) expect(config).toMatch(new RegExp(`^  ${fuse}: (true|false)$`, 'm'));
  });

  it('lets nobody run the app as Node, debug it or load it from outside its archive', () => {
    expect(config).toMatch(/^ {2}runAsNode: false$/m);
    expect(config).toMatch(/^ {2}enableNodeOptionsEnvironmentVariable: false$/m);
    expect(config).toMatch(/^ {2}enableNodeCliInspectArguments: false$/m);
    expect(config).toMatch(/^ {2}onlyLoadAppFromAsar: true$/m);
    expect(config).toMatch(/^ {2}enableEmbeddedAsarIntegrityValidation: true$/m);
  });

  it('packs the built parts and no module of npm, with the addon and the plug-in host outside of the archive', () => {
    const { included, excluded, unpacked } = readPackagingRules();
    expect(included).toEqual(
      expect.arrayContaining(['out/electron/**', 'out/preload/**', 'out/renderer/**', ADDON]),
    );
    expect(excluded).toEqual(['out/renderer/og/**', '**/node_modules/**']);
    expect(unpacked).toEqual([
      ADDON,
      'native/build/Release/sounddesk_plugin_host*',
      'native/build/Release/*.dll',
      'out/libraries/**',
    ]);
  });

  it('registers the scheme that deep links have, under our name', () => {
    expect(config).toContain(`schemes: [${DEEP_LINK_SCHEME}]`);
    expect(config).toContain(`productName: ${PRODUCT_NAME}`);
  });

  it.runIf(existsSync('/usr/bin/dpkg'))('depends on what the addon and the plug-in host load', async () => {
    const listed = new Set([...config.matchAll(/^ {4}- ([a-z][\w.+-]+)$/gm)].map(([, name]) => name));
    const programs = [ADDON, 'native/build/Release/sounddesk_plugin_host'].map((file) =>
      path.join(ROOT, file),
    );
    const needed = (await runProgram('readelf', ['-d', ...programs])).matchAll(/\(NEEDED\).*\[(.+)\]/g);
    const sonames = [...new Set([...needed].map(([, soname = '']) => soname))];
    const { stdout } = await observeProgram('dpkg', ['-S', ...sonames.map((soname) => `*/${soname}`)]);
    const owners = stdout.split('\n').filter((line) => /^[\w.+-]+/.test(line));
    const bringing = (soname: string) =>
      owners.filter((line) => line.endsWith(`/${soname}`)).map((line) => line.split(':')[0] ?? '');
    const missing = sonames.filter(
      (soname) => !bringing(soname).some((name) => name === 'libc6' || listed.has(name)),
    );
    expect(missing).toEqual([]);
  });

  it('has what the packages of each system ask for', () => {
    expect(config).toMatch(/^ {2}maintainer: .+<.+@.+>$/m);
    expect(config).toMatch(/^ {2}homepage: https:/m);
    for (const target of ['dmg', 'zip']) expect(config).toContain(`{ target: ${target}, arch: universal }`);
  });

  it.runIf(existsSync('/usr/bin/ldd'))('carries what a package cannot ask of every desktop', () => {
    const folder = path.join(temporaryDir(), 'lib');
    const programs = [ADDON, 'native/build/Release/sounddesk_plugin_host'].map((file) =>
      path.join(ROOT, file),
    );
    expect(missingLibraries(programs, folder)).toContain('libsndfile.so.1');
    expect(bundleLibraries(programs, folder)).toEqual(
      expect.arrayContaining(['libportaudio.so.2', 'libFLAC.so.12', 'libsoxr.so.0']),
    );
    expect(missingLibraries(programs, folder)).toEqual([]);
  });

  it('lets the plug-in host of macOS alone load what others signed', async () => {
    const { optionsOf } = await import('../../build/signMac.mjs');
    const options = optionsOf(() => ({ entitlements: 'of-the-app.plist', hardenedRuntime: true }));
    expect(options('/SoundDesk.app/Contents/MacOS/SoundDesk').entitlements).toBe('of-the-app.plist');
    const ofHost = options('/SoundDesk.app/Contents/Resources/x/sounddesk_plugin_host');
    expect(ofHost.hardenedRuntime).toBe(true);
    expect(readFileSync(ofHost.entitlements, 'utf8')).toContain('disable-library-validation');
    expect(readFileSync(path.join(ROOT, 'build/entitlements.mac.plist'), 'utf8')).not.toContain(
      'disable-library-validation',
    );
  });

  it('asks macOS for the microphone', () => {
    const entitlements = readFileSync(path.join(ROOT, 'build/entitlements.mac.plist'), 'utf8');
    expect(entitlements).toContain('com.apple.security.device.audio-input');
    expect(config).toContain('NSMicrophoneUsageDescription');
  });
});

describe('the preload', () => {
  it('stays under 100 lines', () => {
    const lines = readFileSync(path.join(ROOT, 'src-preload/preload.ts'), 'utf8').split('\n');
    expect(lines.length).toBeLessThan(100);
  });
});

describe('the icons', () => {
  /** Colour and alpha of one pixel, where every row has filter 0. */
  function readPixel(png: Uint8Array, sizePx: number, x: number, y: number): number[] {
    const bytes = Buffer.from(png);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([sizePx, sizePx]);
    const data = bytes.subarray(41, 41 + bytes.readUInt32BE(33));
    const offset = y * (sizePx * 4 + 1) + 1 + x * 4;
    return [...inflateSync(data).subarray(offset, offset + 4)];
  }

  it.each([16, 48, 512])(
    'are drawn at %i pixels with clear corners and the accent in the middle',
    (sizePx) => {
      const png = drawIcon('icon', sizePx);
      expect(readPixel(png, sizePx, 0, 0)[3]).toBe(0);
      const bar = Math.floor((13.4 / 32) * sizePx);
      expect(readPixel(png, sizePx, bar, sizePx / 2)).toEqual([0x8b, 0x9c, 0xff, 255]);
    },
  );

  it('are drawings in the sources and images in the build alone', () => {
    expect(readdirSync(path.join(ROOT, 'build')).filter((name) => name.endsWith('.png'))).toEqual([]);
    expect(() => drawIcon('trayTemplate', 16)).not.toThrow();
  });
});
