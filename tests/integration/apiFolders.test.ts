import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { startApiHost, type ApiHost } from '../lib/apiHost.ts';
import { takeDocument } from '../lib/hostileTake.ts';
import { makeNoise, makeSpeech, mixAtSnr, writeWav } from '../lib/recordings.ts';

let api: ApiHost;
let folder: string;
beforeAll(async () => {
  api = await startApiHost();
  folder = join(api.dataDir, '..', 'shows');
  mkdirSync(join(folder, 'interviews'), { recursive: true });
  const speech = makeSpeech(48_000);
  writeWav(join(folder, 'interviews', 'monday.wav'), {
    sampleRate: 48_000,
    channels: [mixAtSnr(speech, makeNoise(speech.length, 3), 12)],
  });
});
afterAll(() => api?.close());

const post = (path: string, body?: object) => api.call(path, { method: 'POST', body });

async function finished(location: string) {
  const read = async () => (await api.call(location)).json;
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).not.toBe('running');
  return await read();
}

describe('folders that a person opened', () => {
  it('are listed, and their files downloaded in parts and cleaned into the exports', async () => {
    expect((await api.call('/folders')).json).toEqual({ items: [], next: null });
    unwrap(await api.client.call('openFolders.add', { path: folder }));
    const [{ id = '' } = {}] = (await api.call('/folders')).json.items as { id?: string }[];
    expect((await api.call('/folders')).text).not.toContain(folder);
    const files = await api.call(`/folders/${id}/files?path=interviews`);
    expect(files.json).toMatchObject({
      items: [{ path: 'interviews/monday.wav', kind: 'file' }],
      next: null,
    });
    const address = `/folders/${id}/files/${encodeURIComponent('interviews/monday.wav')}`;
    const part = await api.call(address, { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.text]).toEqual([206, 'RIFF']);
    const before = readFileSync(join(folder, 'interviews', 'monday.wav'));
    const begun = await post(`/folders/${id}/clean`, {
      path: 'interviews/monday.wav',
      targetLufs: -16,
      container: 'flac',
    });
    expect(begun.status, begun.text).toBe(202);
    const job = await finished(begun.headers.location ?? '');
    expect(job, JSON.stringify(job)).toMatchObject({
      state: 'done',
      operation: 'cleanFolderFile',
      result: { name: 'monday (clean).flac', sampleRate: 48_000 },
    });
    const { result } = job as { result: { integratedLufsAfter: number; name: string } };
    expect(result.integratedLufsAfter).toBeCloseTo(-16, 0);
    const cleaned = await api.call(`/exports/cleaned/${encodeURIComponent(result.name)}`, {
      headers: { range: 'bytes=0-3' },
    });
    expect([cleaned.status, cleaned.text]).toEqual([206, 'fLaC']);
    expect((await api.call('/exports/cleaned')).json.items).toMatchObject([{ name: result.name }]);
    expect(readFileSync(join(folder, 'interviews', 'monday.wav')).equals(before)).toBe(true);
    expect(readdirSync(folder, { recursive: true })).toHaveLength(2);
  });

  it('are seen by keys for files alone, and not left by any address', async () => {
    const { folders } = unwrap(await api.client.call('openFolders.read'));
    const id = folders[0]?.id ?? '';
    const { key } = await api.createKey(['read', 'control']);
    expect((await api.call('/folders', { key })).json.code).toBe('SCOPE_MISSING');
    writeFileSync(join(folder, '..', 'beside.txt'), 'secret');
    for (const path of [
      '..%2Fbeside.txt',
      '%2Fetc%2Fpasswd',
      'interviews%2F..%2F..%2Fbeside.txt',
      '.%00',
      'none',
    ]) {
      const answer = await api.call(`/folders/${id}/files/${path}`);
      expect(['FILE_UNREADABLE', 'FILE_NOT_FOUND'], `${path}: ${answer.text}`).toContain(answer.json.code);
      expect(answer.text).not.toContain(folder);
    }
    expect(
      await finished((await post(`/folders/${id}/clean`, { path: '../beside.txt' })).headers.location ?? ''),
    ).toMatchObject({ state: 'failed', problem: { code: 'FILE_UNREADABLE' } });
    unwrap(await api.client.call('openFolders.remove', { id }));
    expect((await api.call(`/folders/${id}/files`)).json.code).toBe('FILE_NOT_FOUND');
  });
});

describe('what a hand can do, a program can do', () => {
  it('keeps set-ups of the studio, and applies them', async () => {
    unwrap(await api.client.call('capture.addChannel', { name: 'Host' }));
    const saved = await post('/studio/set-ups', { name: 'One host', isReplacing: false });
    expect(saved.json, saved.text).toMatchObject([{ name: 'One host', channelNames: ['Host'] }]);
    expect((await post('/studio/set-ups', { name: 'one HOST', isReplacing: false })).json).toMatchObject({
      status: 409,
      code: 'TEMPLATE_EXISTS',
    });
    unwrap(await api.client.call('capture.addChannel', { name: 'Guest' }));
    const [{ id = '' } = {}] = (await api.call('/studio/set-ups')).json.items as { id?: string }[];
    expect((await post(`/studio/set-ups/${id}/apply`)).status).toBe(200);
    const names = async () =>
      ((await api.call('/studio/channels')).json.items as { name: string }[]).map(({ name }) => name);
    expect(await names()).toEqual(['Host']);
    expect((await post('/studio/set-ups/undo')).status).toBe(200);
    expect(await names()).toEqual(['Host', 'Guest']);
    expect((await api.call(`/studio/set-ups/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await api.call('/studio/set-ups')).json.items).toEqual([]);
  });

  it('copies, orders and exports presets, and adds those of a document', async () => {
    const { items } = (await api.call('/presets')).json as { items: { id: string }[] };
    const copy = await post(`/presets/${items[0]?.id}/duplicate`);
    const ids = ((await api.call('/presets')).json.items as { id: string }[]).map(({ id }) => id);
    expect(ids).toHaveLength(items.length + 1);
    const ordered = await api.call('/presets/order', { method: 'PUT', body: { ids: ids.toReversed() } });
    expect((ordered.json.presets as { id: string }[]).map(({ id }) => id)).toEqual(ids.toReversed());
    const document = (await api.call('/presets/document')).json;
    expect(document.presets).toMatchObject([{ id: copy.json.id }]);
    expect((await post('/presets/document', { document })).json).toEqual({ imported: 1 });
    expect((await post('/presets/document', { document: { format: 'other' } })).json.code).toBe('BAD_OPTION');
  });

  it('labels and deletes several takes, and says of each whether it was done', async () => {
    const library = join(api.dataDir, 'takes');
    for (const name of ['one', 'two']) {
      mkdirSync(join(library, name), { recursive: true });
      const document = takeDocument({ name, status: 'finished' });
      writeFileSync(join(library, name, 'take.json'), JSON.stringify(document));
    }
    const ids = ['one', 'two', 'none'];
    const label = (body: object) => api.call('/takes', { method: 'PATCH', body: { ids, ...body } });
    const first = await label({ folder: 'Season 2', addTags: ['a', 'b'] });
    expect(first.json.items, first.text).toMatchObject([
      { id: 'one', problem: null },
      { id: 'two', problem: null },
      { id: 'none', problem: { status: 404, code: 'FILE_NOT_FOUND' } },
    ]);
    await label({ addTags: ['c', 'b'], removeTags: ['a'] });
    const takes = (await api.call('/takes')).json.items as { labels: object }[];
    expect(takes.map(({ labels }) => labels)).toEqual(
      new Array(2).fill({ folder: 'Season 2', tags: ['b', 'c'] }),
    );
    const deleted = await post('/bin', { ids });
    expect(
      (deleted.json.items as { problem: object | null }[]).map(({ problem }) => problem === null),
    ).toEqual([true, true, false]);
    expect((await api.call('/takes')).json.items).toEqual([]);
    expect((await api.call('/bin')).json.items).toHaveLength(2);
  });

  it('creates, renames, orders and deletes scenes, in the file and in the pages that have it', async () => {
    const edits: string[] = [];
    api.client.subscribe('broadcast.onScenesEdited', ({ edit }) => edits.push(edit.kind));
    const first = await post('/broadcast/scenes', { name: 'Start', copyOf: null });
    const [{ id = '' } = {}] = first.json.items as { id?: string }[];
    await post('/broadcast/scenes', { name: 'Copy', copyOf: id });
    const put = (path: string, body: object) =>
      api.call(`/broadcast/scenes/${id}/${path}`, { method: 'PUT', body });
    await put('name', { name: 'Opening' });
    const moved = await put('position', { toIndex: 1 });
    expect((moved.json.items as { name: string }[]).map(({ name }) => name)).toEqual(['Copy', 'Opening']);
    expect((await put('name', { name: 'a\u202eb' })).status).toBe(400);
    expect((await api.call('/broadcast/scenes/none', { method: 'DELETE' })).json.code).toBe('NOT_FOUND');
    const left = await api.call(`/broadcast/scenes/${id}`, { method: 'DELETE' });
    expect(left.json.items).toMatchObject([{ name: 'Copy' }]);
    expect((await api.call('/broadcast/scenes')).json.items).toMatchObject([{ name: 'Copy' }]);
    await expect.poll(() => edits).toEqual(['add', 'add', 'rename', 'move', 'remove']);
  });

  it('plays a sound file of the broadcast, and removes it', async () => {
    const bytes = readFileSync(join(folder, 'interviews', 'monday.wav'));
    const headers = { 'content-length': String(bytes.length) };
    const added = await api.call('/broadcast/sounds?name=jingle.wav', {
      method: 'POST',
      body: bytes,
      headers,
    });
    const [{ id = '' } = {}] = added.json as unknown as { id?: string }[];
    const playing = { levelDb: -6, isPlaying: false, isLooped: false };
    const changed = await api.call(`/broadcast/sounds/${id}`, { method: 'PUT', body: playing });
    expect(changed.json, changed.text).toMatchObject([{ name: 'jingle.wav', ...playing }]);
    expect((await post(`/broadcast/sounds/${id}/restart`)).json).toMatchObject([{ isPlaying: true }]);
    expect((await api.call(`/broadcast/sounds/${id}`, { method: 'DELETE' })).json).toEqual([]);
  });

  it('reads what models there are, and refuses a file that is none', async () => {
    const models = (await api.call('/models')).json as { rows: { model: { id: string } }[] };
    const id = models.rows[0]?.model.id ?? '';
    const refused = await api.call(`/models/${id}/file`, {
      method: 'PUT',
      body: 'no model',
      headers: { 'content-length': '8' },
    });
    expect(refused.status, refused.text).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect((await api.call(`/models/${id}`, { method: 'DELETE' })).status).toBe(200);
  });
});
