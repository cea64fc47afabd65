import { useTranslation } from '../../lib/useTranslation.ts';
import {
  isKnownNote,
  sayNote,
  type Note,
  type NoteCode,
} from '../../../src-shared/domain/certificateNotes.ts';
import { formatFigure } from '../../lib/figures.ts';

/** Every text gets all; those that it does not use do nothing. */
const NO_VALUES = {
  name: '',
  names: '',
  message: '',
  problem: '',
  causes: '',
  where: '',
  length: '',
  place: '',
  from: '',
  found: 0,
  count: 0,
  missingSec: '',
  lengthSec: '',
  driftPpm: '',
};

/** Says a sentence of a certificate in the language of the screen; one of a later version as it is written there. */
export function useNotes(): (note: Note, written: string) => string {
  const { t } = useTranslation('studio');
  return (note, written) => {
    if (!isKnownNote(note)) return written;
    return sayNote(note, {
      text: (code, values) =>
        t(`recordings.certificate.notes.${code as NoteCode}`, { ...NO_VALUES, ...values }),
      figure: formatFigure,
      cause: (reason) => t(`recordings.certificate.causes.${reason}`),
      where: (reason) => t(`recordings.certificate.where.${reason}`),
    });
  };
}
