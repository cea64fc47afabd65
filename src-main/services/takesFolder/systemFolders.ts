import { posix, win32 } from 'node:path';

/** Folders that belong to the system, with all in them. */
const WITH_ALL: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux:
    '/bin /boot /dev /etc /lib /lib32 /lib64 /libx32 /proc /sbin /sys /usr /var/cache /var/lib/dpkg /var/log /var/spool'.split(
      ' ',
    ),
  darwin: '/Applications /Library /System /bin /cores /dev /etc /private/etc /sbin /usr'.split(' '),
};
/** Folders whose own folders may be anybody's. */
const ALONE: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: '/ /home /media /mnt /opt /run /srv /var /var/lib'.split(' '),
  darwin: '/ /Users /Volumes /opt /private /private/var /var'.split(' '),
};

/** Whether a normalized, whole path is a folder of the system, where no recordings belong. */
export function isSystemFolder(
  path: string,
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  if (platform !== 'win32') {
    const alone = ALONE[platform] ?? ALONE.linux ?? [];
    const withAll = WITH_ALL[platform] ?? WITH_ALL.linux ?? [];
    return alone.includes(path) || withAll.some((folder) => liesIn(path, folder, posix));
  }
  const own = [env.SystemRoot, env.ProgramFiles, env['ProgramFiles(x86)'], env.ProgramData];
  const drive = env.SystemDrive ? `${env.SystemDrive}\\` : 'C:\\';
  return (
    path.toLowerCase() === drive.toLowerCase() ||
    own.some((folder) => folder !== undefined && folder !== '' && liesIn(path, folder, win32))
  );
}

/** Whether a path is a folder or lies in it. */
export function liesIn(path: string, folder: string, paths: typeof posix = posix): boolean {
  const way = paths.relative(folder, path);
  return way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}
