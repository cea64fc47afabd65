import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createPresetStore } from './presets.ts';

const PLUGIN = { vendor: 'Maker', name: 'Comp' };

async function save(own: string, error?: NodeJS.ErrnoException): Promise<unknown> {
  const saving = createPresetStore({ own, others: [] }).save(PLUGIN, 'Mine', (path) => {
    writeFileSync(path, 'VST3');
    return error ? Promise.reject(error) : Promise.resolve();
  });
  return saving.catch((failure: unknown) => failure);
}

describe('presets of a plug-in', () => {
  it('are saved whole, under the names of maker and plug-in', async () => {
    const own = temporaryDir();
    expect(await save(own)).toBeUndefined();
    expect(readFileSync(join(own, 'Maker', 'Comp', 'Mine.vstpreset'), 'utf8')).toBe('VST3');
  });

  it('say which folder cannot be written', async () => {
    const own = temporaryDir();
    writeFileSync(join(own, 'Maker'), 'a file in its place');
    const folder = join(own, 'Maker', 'Comp');
    expect(await save(own)).toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: expect.stringContaining(folder) as string,
    });
    expect(existsSync(folder)).toBe(false);
  });

  it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])(
    'say that the disk is full (%s), and keep what was there',
    async (code) => {
      const own = temporaryDir();
      const folder = join(own, 'Maker', 'Comp');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'Mine.vstpreset'), 'earlier');
      const error = Object.assign(new Error(`${code}: no room`), { code });
      expect(await save(own, error)).toMatchObject({ code: 'DISK_FULL' });
      expect(readFileSync(join(folder, 'Mine.vstpreset'), 'utf8')).toBe('earlier');
      expect(readdirSync(folder)).toEqual(['Mine.vstpreset']);
    },
  );
});
