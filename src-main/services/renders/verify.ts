import type { Project } from '../../../src-shared/domain/edit/document.ts';
import type { RenderCertificate } from '../../../src-shared/domain/edit/render.ts';
import { certifyRender, hashEdit, hashFile } from './check.ts';
import { planRender } from '../../../src-shared/handlers/editor/renderPlan.ts';
import { readRenderCertificate } from './certificateFile.ts';

export interface Verdict {
  isRight: boolean;
  /** Sentences: what is not as the certificate says. */
  problems: string[];
  certificate: RenderCertificate;
}

/** Decodes an export again, and compares it and its project with the certificate beside it. */
export async function verifyRender(
  path: string,
  project: Project,
  nowMs: number,
  signal?: AbortSignal,
): Promise<Verdict> {
  const certificate = await readRenderCertificate(path);
  const { options, ranges } = certificate;
  const problems: string[] = [];
  if ((await hashFile(path)) !== certificate.fileSha256)
    problems.push('The file is not the one of the certificate.');
  if (hashEdit(project, planRender(project, options)) !== certificate.editSha256)
    problems.push('The project is not the one of the certificate: it was changed since.');
  const hasSound = certificate.audioEndSec !== null;
  const again = await certifyRender({ path, project, options, ranges, hasSound, nowMs }, { signal }).catch(
    (error: unknown) => {
      problems.push((error as Error).message);
      return null;
    },
  );
  if (again && again.framesDecoded !== certificate.framesDecoded)
    problems.push(
      `${again.framesDecoded} frames were decoded, and the certificate says ${certificate.framesDecoded}.`,
    );
  return { isRight: problems.length === 0, problems, certificate: again ?? certificate };
}
