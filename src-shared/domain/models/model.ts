import { z } from 'zod';

/** What models are for. */
export const MODEL_KINDS = ['speech', 'denoise', 'translation'] as const;
/** Which engine reads a model. */
export const MODEL_FORMATS = ['whisper', 'moonshine', 'deepFilterNet', 'bergamot'] as const;

export const modelIdSchema = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/);
export const modelFileSchema = z.object({
  /** Below the origin, or below a mirror of it; its last part is the file's name. */
  path: z.string().regex(/^[\w][\w./-]*[\w]$/),
  sizeBytes: z.int().positive(),
  /** Hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ModelFile = z.infer<typeof modelFileSchema>;

/** One line of the catalogue. */
export const modelSchema = z.object({
  id: modelIdSchema,
  name: z.string(),
  kind: z.enum(MODEL_KINDS),
  format: z.enum(MODEL_FORMATS),
  /** SPDX name. */
  licence: z.string(),
  /** Codes of the languages that it knows; `many`: about a hundred; `none`: it knows no language. */
  languages: z.union([z.enum(['many', 'none']), z.array(z.string())]),
  /** Where it comes from, if not from `DEFAULT_ORIGIN`. */
  origin: z.url({ protocol: /^https$/ }).optional(),
  files: z.array(modelFileSchema).min(1),
});
export type Model = z.infer<typeof modelSchema>;

export const DEFAULT_ORIGIN = 'https://huggingface.co';

export const modelBytes = ({ files }: Pick<Model, 'files'>): number =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
/** Where a file is fetched: at its origin, or at a copy of it with the same paths. */
export const modelFileUrl = (model: Model, file: ModelFile, mirrorUrl: string | null): string =>
  `${(mirrorUrl ?? model.origin ?? DEFAULT_ORIGIN).replace(/\/+$/, '')}/${file.path}`;
export const modelFileName = ({ path }: ModelFile): string => path.slice(path.lastIndexOf('/') + 1);

/** Files in the order of the catalogue, by their names; what has another name is last. */
export function inModelOrder<T>({ files }: Model, items: readonly T[], nameOf: (item: T) => string): T[] {
  const names = files.map(modelFileName);
  const placeOf = (item: T) => (names.includes(nameOf(item)) ? names.indexOf(nameOf(item)) : names.length);
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}
