import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAllowedFolders, createFolderConsent } from './folderConsent.ts';

describe('the word of the owner on a plug-in folder', () => {
  let dir = '';
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'sounddesk-consent-'))));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const consentWith = (confirm: ((folder: string) => Promise<boolean>) | null) =>
    createFolderConsent({ allowed: createAllowedFolders(dir), confirm });

  it('is asked for once at a time: a page cannot pile questions up', async () => {
    const questions: string[] = [];
    let answer: (isAllowed: boolean) => void = () => undefined;
    const consent = consentWith((folder) => {
      questions.push(folder);
      return new Promise((resolve) => (answer = resolve));
    });
    const first = consent.require('/one');
    await expect(consent.require('/two')).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    answer(true);
    await first;
    expect(questions).toEqual(['/one']);
  });

  it('is no where the question is closed or fails, and can be asked for again', async () => {
    const no = consentWith(() => Promise.resolve(false));
    await expect(no.require('/one')).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    const broken = consentWith(() => Promise.reject(new Error('no display')));
    await expect(broken.require('/one')).rejects.toThrow('no display');
    await expect(broken.require('/one')).rejects.toThrow('no display');
  });

  it('is not read out of a damaged list', async () => {
    const path = join(dir, 'allowed-plugin-folders.json');
    for (const text of ['{"version":1,"folders":["/one"', '{"version":1,"folders":[""]}', '["/one"]', '{}']) {
      writeFileSync(path, text);
      await expect(consentWith(null).require('/one')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    }
    writeFileSync(path, JSON.stringify({ version: 1, folders: ['/one'] }));
    await consentWith(null).require('/one/two');
    await expect(consentWith(null).require('/one2')).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
  });
});
