import { mkdirSync, readFileSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { MAX_PLUGIN_FOLDERS } from '../../src-shared/domain/plugins.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';

/** What a page with the token can do, and what the owner does outside of it. */
describe('a plug-in folder that a page asks for', () => {
  let dir = '';
  let live: LiveHost;
  const folderOf = (name: string) => {
    const folder = join(dir, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const add = (path: string) => live.client.call('plugins.addFolder', { path });
  const update = (pluginFolders: string[]) => live.client.call('settings.update', { pluginFolders });
  const kept = async () => unwrap(await live.client.call('settings.read')).pluginFolders;
  const onCommandLine = (args: string[]) =>
    createCommandLine(dir)(args, { env: { SOUNDDESK_DATA_DIR: join(live.dir, 'data') } });

  beforeAll(async () => {
    live = await startLiveHost({ ...process.env, JACK_NO_START_SERVER: '1' });
    dir = realpathSync(live.dir);
  });
  afterAll(() => live.close());

  it('is not searched before its owner has allowed it outside the page', async () => {
    const folder = folderOf('asked');
    expect(await add(folder)).toMatchObject({ success: false, error: { code: 'CONFIRMATION_NEEDED' } });
    expect(await update([folder])).toMatchObject({
      success: false,
      error: { code: 'CONFIRMATION_NEEDED' },
    });
    expect(await kept()).toEqual([]);
    const { folders } = unwrap(await live.client.call('plugins.readCatalogue'));
    expect(folders.map(({ path }) => path)).not.toContain(folder);
  });

  it('says what to type, in words that a shell takes as they are', async () => {
    const folder = folderOf("Ben's plug-ins; $(true)");
    const answer = await add(folder);
    expect(answer).toMatchObject({ success: false });
    if (answer.success) return;
    expect(answer.error.message).toContain(
      `npx sounddesk plugins allow '${folder.replaceAll("'", `'\\''`)}'`,
    );
  });

  it('is added once the command line has allowed it, and so is what lies in it, but nothing beside it', async () => {
    const folder = folderOf('allowed');
    const inside = folderOf('allowed/inside');
    const beside = folderOf('allowed-not');
    folderOf('asked');
    expect(await onCommandLine(['plugins', 'allow', folder])).toMatchObject({ code: 0, stderr: '' });
    unwrap(await add(folder));
    unwrap(await add(`${inside}/`));
    expect(await kept()).toEqual([folder, inside]);
    expect(await add(beside)).toMatchObject({ success: false, error: { code: 'CONFIRMATION_NEEDED' } });
    expect(await add(`${folder}/../asked`)).toMatchObject({
      success: false,
      error: { code: 'CONFIRMATION_NEEDED' },
    });
    symlinkSync(beside, join(folder, 'link'));
    expect(await add(join(folder, 'link'))).toMatchObject({
      success: false,
      error: { code: 'CONFIRMATION_NEEDED' },
    });
    expect(await kept()).toEqual([folder, inside]);
  });

  it('is kept by its real place, so that a link that turns leads nowhere else', async () => {
    const folder = folderOf('real');
    const link = join(dir, 'turning');
    symlinkSync(folder, link);
    expect(await onCommandLine(['plugins', 'allow', link])).toMatchObject({ code: 0 });
    unwrap(await add(link));
    expect(await kept()).toContain(folder);
    expect(await kept()).not.toContain(link);
    renameSync(link, `${link}-before`);
    symlinkSync(folderOf('elsewhere'), link);
    expect(await add(link)).toMatchObject({ success: false, error: { code: 'CONFIRMATION_NEEDED' } });
  });

  it('can be taken out and put back as it was, and a reset undone', async () => {
    const before = unwrap(await live.client.call('settings.read'));
    unwrap(await live.client.call('settings.reset'));
    expect(await kept()).toEqual([]);
    unwrap(await live.client.call('settings.update', { pluginFolders: before.pluginFolders }));
    expect(await kept()).toEqual(before.pluginFolders);
  });

  it('needs a new word once the owner has taken it back', async () => {
    const folder = folderOf('withdrawn');
    await onCommandLine(['plugins', 'allow', folder]);
    const listed = await onCommandLine(['plugins', 'allow']);
    expect(listed.stdout).toContain(folder);
    expect(await onCommandLine(['plugins', 'disallow', folder])).toMatchObject({ code: 0 });
    expect(await add(folder)).toMatchObject({ success: false, error: { code: 'CONFIRMATION_NEEDED' } });
    expect((await onCommandLine(['plugins', 'disallow', folder])).code).toBe(1);
  });

  it('refuses what is no folder on the command line, and keeps what was allowed', async () => {
    expect(await onCommandLine(['plugins', 'allow', folderOf('kept')])).toMatchObject({ code: 0 });
    const path = join(live.dir, 'data', 'allowed-plugin-folders.json');
    const before = readFileSync(path, 'utf8');
    expect((await onCommandLine(['plugins', 'allow', join(dir, 'nowhere')])).code).toBe(2);
    const many = Array.from({ length: 101 }, (_, index) => folderOf(`many/${index}`));
    expect((await onCommandLine(['plugins', 'allow', ...many])).code).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(await update(many.slice(0, MAX_PLUGIN_FOLDERS))).toMatchObject({ success: false });
  });
});
