import { unwrap } from '../../../../src-shared/contract/errors.ts';
import type { OpenedProject } from '../../../../src-shared/contract/projects.ts';
import type { Media, Project } from '../../../../src-shared/domain/edit/document.ts';
import { readOtio } from '../../../../src-shared/domain/edit/interchange/otioRead.ts';
import { i18n } from '../../../i18n/index.ts';
import { createClientThunk, type PlatformClient } from '../../../platform/index.ts';
import { projectFailed } from '../failed.ts';
import { makeId } from '../makeId.ts';
import { sayOfProject } from './sayOfProject.ts';

/** A timeline of another program as a new project, which is opened; null where it could not be read, which is said. */
export const importTimeline = createClientThunk<OpenedProject | null, File>(
  'editor/importTimeline',
  async (file, { client }) => {
    const { project, problems, error } = readOtio(await file.text(), makeId);
    const t = i18n.getFixedT(null, 'editor');
    if (!project) {
      sayOfProject('otio', t('project.notOtio', { name: file.name, reason: error }));
      return null;
    }
    const names = [...new Set(problems.map(({ name }) => name).filter((name) => name !== ''))];
    if (names.length > 0)
      sayOfProject('otio', t('project.leftOut', { names: names.slice(0, 10).join(', ') }));
    const media: Project['media'] = {};
    for (const one of Object.values(project.media)) media[one.id] = await lookUp(client, project.id, one);
    return unwrap(await client.call('projects.create', { project: { ...project, id: makeId(), media } }));
  },
  projectFailed('read'),
);

/** As the file really is; one that is not there stays as the timeline has it, and is missing. */
async function lookUp(client: PlatformClient, id: string, media: Media): Promise<Media> {
  const { source } = media;
  if (source.type !== 'file' || source.path === null) return media;
  const answer = await client.call('projects.importMedia', { id, from: { kind: 'file', path: source.path } });
  const [found] = answer.success ? answer.data : [];
  return found ? { ...found, id: media.id } : media;
}
