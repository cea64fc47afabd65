import { useTranslation } from 'react-i18next';
import {
  isKnownNote,
  sayNote,
  type Note,
  type NoteCode,
} from '../../../src-shared/domain/certificateNotes.ts';
import { formatFigure } from '../../lib/figures.ts';

/** Says a sentence of a certificate in the language of the screen; one of a later version as it is written there. */
export function useNotes(): (note: Note, written: string) => string {
  const { t } = useTranslation('studio');
  return (note, written) => {
    if (!isKnownNote(note)) return written;
    return sayNote(note, {
      text: (code, values) =>
        t(`recordings.certificate.notes.${code as NoteCode}`, values as { count: number }),
      figure: formatFigure,
      cause: (reason) => t(`recordings.certificate.causes.${reason}`),
      where: (reason) => t(`recordings.certificate.where.${reason}`),
    });
  };
}
