import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBuilder } from 'vite';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
export const ADDON = 'native/build/Release/sounddesk.node';

/** A folder laid out as the packager lays out `resources`, in which archives are folders. */
export interface PackagedLayout {
  /** `…/resources/app.asar`, where Electron looks for the app. */
  appFolder: string;
  /** The user's folders, empty at first. */
  home: string;
  hasAddon: boolean;
  /** Changes one file of the app, as a mistake would. */
  edit(file: string, change: (text: string) => string): void;
  remove(): void;
}

/**
 * Lays out what electron-builder.yml names, from what is built; a stale shell is built first.
 *
 * @param screens `built` takes those of the last build, where there was one; `tiny` a page of one script
 * @param options with `hasBackend` what lies beside the archive is there too; without it there are no accounts
 */
export async function createPackagedLayout(
  screens: 'built' | 'tiny' = 'built',
  { hasBackend = false } = {},
): Promise<PackagedLayout> {
  await buildShellWhereStale();
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'sounddesk-app-')));
  const appFolder = path.join(base, 'resources/app.asar');
  const { included, excluded, unpacked, beside } = readPackagingRules();
  if (hasBackend) {
    for (const { from, to } of beside) {
      const target = path.join(base, 'resources', to);
      mkdirSync(path.dirname(target), { recursive: true });
      symlinkSync(path.join(ROOT, from), target);
    }
  }
  const files = globSync(included, { cwd: ROOT, exclude: excluded, withFileTypes: false });
  for (const file of files) {
    if (screens === 'tiny' && file.startsWith('out/renderer')) continue;
    if (statSync(path.join(ROOT, file)).isDirectory()) continue;
    const target = unpacked.includes(file) ? `${appFolder}.unpacked` : appFolder;
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(target, file));
  }
  if (!existsSync(path.join(appFolder, 'out/renderer/index.html'))) writeTinyRenderer(appFolder);
  return {
    appFolder,
    home: path.join(base, 'home'),
    hasAddon: existsSync(path.join(`${appFolder}.unpacked`, ADDON)),
    edit(file, change) {
      const target = path.join(appFolder, file);
      const before = readFileSync(target, 'utf8');
      const after = change(before);
      if (after === before) throw new Error(`${file} was not changed: the test changes nothing`);
      writeFileSync(target, after);
    },
    // A process of the app that ends now may still write.
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

/** The lists of electron-builder.yml, which holds one entry a line. */
export function readPackagingRules() {
  const text = readFileSync(path.join(ROOT, 'electron-builder.yml'), 'utf8');
  const list = (key: string) => {
    const block = new RegExp(`^${key}:\\n((?:  - .*\\n|\\s*#.*\\n)+)`, 'm').exec(text)?.[1] ?? '';
    return [...block.matchAll(/^ {2}- '?([^'\n]+)'?$/gm)].map(([, entry = '']) => entry);
  };
  const files = list('files');
  return {
    included: files.filter((entry) => !entry.startsWith('!')),
    excluded: files.filter((entry) => entry.startsWith('!')).map((entry) => entry.slice(1)),
    unpacked: list('asarUnpack'),
    beside: [...text.matchAll(/^ +- from: (.+)\n +to: (.+)$/gm)].map(([, from = '', to = '']) => ({
      from,
      to,
    })),
  };
}

/** A build takes about two seconds: it is made unless nothing that it is made from is younger. */
export async function buildShellWhereStale(): Promise<void> {
  const sources = [
    'src-main/**/*.ts',
    'src-preload/*.ts',
    'src-shared/**/*.ts',
    'supabase/{embedded,functions}/**/*.ts',
    'build/*',
    'vite.electron.config.ts',
  ];
  const newest = Math.max(...globSync(sources, { cwd: ROOT }).map((file) => changedAtMs(file)));
  const outputs = ['main', 'engine', 'backend']
    .map((name) => `out/electron/${name}.js`)
    .concat('out/preload/preload.cjs');
  if (outputs.every((file) => changedAtMs(file) > newest)) return;
  const builder = await createBuilder({
    configFile: path.join(ROOT, 'vite.electron.config.ts'),
    logLevel: 'error',
  });
  await builder.buildApp();
}

function changedAtMs(file: string): number {
  return statSync(path.join(ROOT, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** A page in place of the screens: what is tested is the way to them. */
function writeTinyRenderer(appFolder: string): void {
  const folder = path.join(appFolder, 'out/renderer/assets');
  mkdirSync(folder, { recursive: true });
  const page = '<!doctype html><script type="module" src="/assets/app.js"></script>';
  writeFileSync(path.join(appFolder, 'out/renderer/index.html'), page);
  writeFileSync(path.join(folder, 'app.js'), 'export {};\n');
}
