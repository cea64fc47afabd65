import { readFile } from 'node:fs/promises';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { renderCertificateSchema, type RenderCertificate } from '../../../src-shared/domain/edit/render.ts';
import { toFileError, writeFileDurably } from '../../../src-node/files/index.ts';

/** Beside the file that it is of. */
const certificatePath = (path: string): string => `${path}.certificate.json`;

export function writeRenderCertificate(path: string, certificate: RenderCertificate): void {
  try {
    writeFileDurably(certificatePath(path), `${JSON.stringify(certificate, null, 2)}\n`, 0o644);
  } catch (error) {
    throw toFileError(certificatePath(path), error);
  }
}

export async function readRenderCertificate(path: string): Promise<RenderCertificate> {
  const file = certificatePath(path);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new RpcError('FILE_NOT_FOUND', `${file} is not there: an export has its certificate beside it.`, {
      cause: error,
    });
  });
  try {
    return renderCertificateSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new RpcError('FILE_UNREADABLE', `${file} is not a certificate of an export.`, { cause: error });
  }
}
