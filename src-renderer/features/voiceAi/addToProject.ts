import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Media, Project } from '../../../src-shared/domain/edit/document.ts';
import { edit } from '../../../src-shared/domain/edit/operations/index.ts';
import { diffProjects } from '../../../src-shared/domain/edit/patches.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { makeId } from '../editor/index.ts';
import { chunksOf } from './chunksOf.ts';

/** Projects of the video editor, the last changed first; none where this host has no editor. */
export const listProjects =
  () =>
  async (_dispatch: unknown, _: unknown, { client }: Pick<ThunkExtra, 'client'>) => {
    const answer = await client.call('projects.list');
    return answer.success ? answer.data.map(({ id, name }) => ({ id, name })) : [];
  };

/** Puts a sound on an audio track of its own at the beginning of a project. Throws where another page has the project. */
export const addToProject =
  (id: string, sound: File) =>
  async (_dispatch: unknown, _: unknown, { client }: Pick<ThunkExtra, 'client'>): Promise<void> => {
    const { session, revision, project } = unwrap(
      await client.call('projects.open', { id, takeOver: false }),
    );
    try {
      const input = { id, name: sound.name, sizeBytes: sound.size };
      const media = unwrap(await client.upload('projects.uploadMedia', input, chunksOf(sound)));
      const patches = diffProjects(project, withSound(project, media));
      unwrap(await client.call('projects.apply', { id, session, revision, patches }));
    } finally {
      unwrap(await client.call('projects.close', { id, session }));
    }
  };

function withSound(before: Project, media: Media): Project {
  const withMedia = edit(before, 'addMedia', { media: [media] }, makeId).project;
  const withTrack = edit(withMedia, 'addTrack', { kind: 'audio' }, makeId).project;
  const known = new Set(before.tracks.map((track) => track.id));
  const track = withTrack.tracks.find((each) => !known.has(each.id));
  if (!track) return withTrack;
  return edit(withTrack, 'addClip', { trackId: track.id, frame: 0, mediaId: media.id }, makeId).project;
}
