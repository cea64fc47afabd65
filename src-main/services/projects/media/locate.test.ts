import { describe, expect, it } from 'vitest';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { Media } from '../../../../src-shared/domain/edit/document.ts';
import { locateMedia } from './locate.ts';

const media = { name: 'Screen 1', source: { type: 'take', takeId: 'interview', trackId: 's1' } } as Media;

describe('a media of a recording', () => {
  it('that is gone is named as who edits knows it, not by a folder', async () => {
    const gone = failWith('FILE_NOT_FOUND', 'noTakeThere', {
      values: { path: '/takes/interview', document: 'take.json' },
    });
    const located = locateMedia('/project', media, () => Promise.reject(gone));
    await expect(located).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: expect.stringMatching(/^Screen 1 is part of a recording .* Restore the recording/) as string,
    });
    await expect(located).rejects.not.toMatchObject({ message: expect.stringContaining('/takes') as string });
  });

  it('that cannot be read says why', async () => {
    const denied = failWith('FILE_UNREADABLE', 'mayNotRead', { values: { path: '/takes/interview' } });
    await expect(locateMedia('/project', media, () => Promise.reject(denied))).rejects.toBe(denied);
  });
});
