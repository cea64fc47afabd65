import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCommandLine } from '../lib/commandLine.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

/** Where Debian's zam-plugins lie: seventeen VST3 bundles of another maker. */
const ZAM_DIR = '/usr/lib/vst3';

interface Scanned {
  plugins: { id: string; name: string; category: string; vendor: string; version: string; path: string }[];
  failed: { path: string; code: string; message: string }[];
  folders: { path: string; exists: boolean }[];
}

describe('sounddesk plugins scan', () => {
  it('finds the plug-ins of this machine, and remembers them', async () => {
    const dir = temporaryDir();
    const sounddesk = createCommandLine(dir);
    const run = await sounddesk(['plugins', 'scan', '--json']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const { plugins, folders } = JSON.parse(run.stdout) as Scanned;
    const zam = plugins.filter(({ path }) => path.startsWith(ZAM_DIR));
    expect(zam).toHaveLength(17);
    for (const plugin of zam) {
      expect(plugin.vendor).toBe('Damien Zammit');
      expect(plugin.id).toMatch(/^[0-9A-F]{32}$/);
      expect(plugin.category).toMatch(/^Fx\|/);
    }
    expect(folders.find(({ path }) => path === ZAM_DIR)?.exists).toBe(true);
    expect((await sounddesk(['plugins', 'scan', '--json'])).stdout).toBe(run.stdout);
  });

  it('lists what is no plug-in with the reason, and continues', async () => {
    const dir = temporaryDir();
    const folder = join(dir, 'vst3');
    mkdirSync(folder);
    symlinkSync(join(ZAM_DIR, 'ZamComp.vst3'), join(folder, 'ZamComp.vst3'));
    writeFileSync(join(folder, 'text.vst3'), 'no program');
    const run = await createCommandLine(dir)(['plugins', 'scan', folder]);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^ZamComp {2}Fx\|Dynamics\|Mono {2}Damien Zammit/);
    expect(run.stdout).toMatch(/Not loaded \(1\):\n {2}.*text\.vst3\n {4}PLUGIN_[A-Z_]+: .+/);
  });

  it('explains a folder that is not there in one line', async () => {
    const run = await createCommandLine(temporaryDir())(['plugins', 'scan', '/nowhere']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toBe('/nowhere is not there. Name a folder that holds VST3 plug-ins.\n');
  });
});
