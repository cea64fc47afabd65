/**
 * A hook of electron-builder for `package-check.mjs`: writes what a Linux package would have beside the app (its entry in menus and its
 * icons) as `desktop.json` into the output folder. Makers of packages are downloads, and cannot be had on every machine.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js';

export default async function writeDesktop({ packager, outDir }) {
  const helper = new LinuxTargetHelper(packager);
  const icons = await helper.icons;
  const about = {
    desktop: await helper.computeDesktopEntry(packager.platformSpecificBuildOptions),
    iconPx: icons.map(({ size }) => size),
  };
  writeFileSync(path.join(outDir, 'desktop.json'), JSON.stringify(about));
}
