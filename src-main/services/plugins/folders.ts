import { posix, win32 } from 'node:path';

export interface SearchedFolder {
  path: string;
  /** Named by the user: in the settings, on the command line or in `VST3_PATH`. */
  isOwn: boolean;
}

export interface FolderOptions {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  homeDir: string;
  /** Of the settings. */
  ownFolders: readonly string[];
}

/**
 * Where VST3 plug-ins lie, in the order in which they count: of two with the same id the first is taken. The
 * places are Steinberg's ("Plug-in Format Structure: Locations"); the user's own come before the machine's.
 */
export function pluginFolders({ platform, env, homeDir, ownFolders }: FolderOptions): SearchedFolder[] {
  const paths = platform === 'win32' ? win32 : posix;
  const named = [...ownFolders, ...(env.VST3_PATH ?? '').split(paths.delimiter)].filter((path) =>
    paths.isAbsolute(path),
  );
  const found = [
    ...named.map((path) => ({ path: paths.normalize(path), isOwn: true })),
    ...standardFolders(platform, env, homeDir).map((path) => ({ path, isOwn: false })),
  ];
  return found.filter(({ path }, index) => found.findIndex((other) => other.path === path) === index);
}

function standardFolders(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, homeDir: string): string[] {
  if (platform === 'darwin') {
    return [
      posix.join(homeDir, 'Library/Audio/Plug-Ins/VST3'),
      '/Library/Audio/Plug-Ins/VST3',
      '/Network/Library/Audio/Plug-Ins/VST3',
    ];
  }
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA ?? win32.join(homeDir, 'AppData\\Local');
    const common = env.CommonProgramFiles ?? env.COMMONPROGRAMFILES ?? 'C:\\Program Files\\Common Files';
    return [win32.join(local, 'Programs\\Common\\VST3'), win32.join(common, 'VST3')];
  }
  return [posix.join(homeDir, '.vst3'), '/usr/lib/vst3', '/usr/local/lib/vst3'];
}

/** Folders of a bundle's `Contents` that hold what this machine can run, the best first. */
export function architectureFolders(platform: NodeJS.Platform, arch: string): string[] {
  if (platform === 'darwin') return ['MacOS'];
  if (platform === 'win32') {
    return arch === 'arm64' ? ['arm64-win', 'arm64ec-win', 'arm64x-win'] : ['x86_64-win'];
  }
  const machine = { x64: 'x86_64', arm64: 'aarch64', arm: 'armv7l', ia32: 'i386' }[arch] ?? arch;
  return [`${machine}-linux`];
}
