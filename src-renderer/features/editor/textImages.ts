import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Project, Size, TextStyle } from '../../../src-shared/domain/edit/document.ts';
import { joinChunks } from '../../lib/joinChunks.ts';
import { drawText, textImageHash } from '../../media/editor/drawText.ts';
import type { PlatformClient } from '../../platform/index.ts';

interface DrawnText {
  text: string;
  style: TextStyle;
  size: Size;
}

/** The image of a text as the host has it, else drawn here. */
export async function textImage(
  client: PlatformClient,
  projectId: string,
  { text, style, size }: DrawnText,
): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await keptImage(client, projectId, await textImageHash(text, style, size));
  return kept.byteLength > 0 ? kept : drawText(text, style, size);
}

async function keptImage(client: PlatformClient, id: string, hash: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  await client.open('projects.readTextImage', { id, hash }, (bytes) => chunks.push(bytes)).done;
  return joinChunks(chunks);
}

/** Sees to it that the host has the images of all texts of a project, as an export needs them. */
export async function keepTextImages(client: PlatformClient, project: Project): Promise<void> {
  for (const { generator } of project.tracks.flatMap(({ clips }) => clips)) {
    if (generator?.kind !== 'text') continue;
    const { text, style } = generator;
    const hash = await textImageHash(text, style, project.canvas);
    if ((await keptImage(client, project.id, hash)).byteLength > 0) continue;
    const drawn = await drawText(text, style, project.canvas);
    const input = { id: project.id, hash, sizeBytes: drawn.byteLength };
    unwrap(await client.upload('projects.writeTextImage', input, [drawn]));
  }
}
