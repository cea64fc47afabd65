import { FileOutput } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { DOCX_TYPE, docxParts } from '../../../src-shared/domain/transcript/docx.ts';
import { editedTranscript } from '../../../src-shared/domain/transcript/edits.ts';
import {
  formatTranscript,
  TRANSCRIPT_FORMATS,
  transcriptFileStem,
} from '../../../src-shared/domain/transcript/formats.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { Button } from '../../ui/Button.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { showNotice } from '../../ui/notice.ts';
import type { Draft } from './draft.ts';
import './texts.ts';

interface ExportMenuProps {
  draft: Draft;
  name: string;
  nameOf: (trackId: string) => string;
}

/** The transcript as it reads now, as a file. */
export function ExportMenu({ draft, name, nameOf }: ExportMenuProps) {
  const { t } = useTranslation(['transcriptEditor', 'transcripts']);
  const fileName = transcriptFileStem(name);
  const now = () => {
    const edited = editedTranscript(draft.transcript, draft.read().edits);
    const speakers = edited.speakers.map(({ trackId }) => ({ trackId, name: nameOf(trackId) }));
    return { ...edited, speakers };
  };
  const saveDocx = async () => {
    try {
      const { downloadZip } = await import('client-zip');
      const zip = downloadZip(docxParts(now(), name).map((part) => ({ name: part.name, input: part.text })));
      saveBlob(new Blob([await zip.arrayBuffer()], { type: DOCX_TYPE }), `${fileName}.docx`);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      showNotice({ tone: 'error', title: t('transcriptEditor:export.failed'), message });
    }
  };
  return (
    <DropdownMenu
      trigger={
        <Button size="sm">
          <FileOutput aria-hidden="true" className="size-4" />
          {t('transcriptEditor:export.title')}
        </Button>
      }
      groups={[
        TRANSCRIPT_FORMATS.map((format) => ({
          id: format,
          label: t(`transcripts:formats.${format}`),
          onSelect: () =>
            saveBlob(
              new Blob([formatTranscript(now(), format)], { type: 'text/plain' }),
              `${fileName}.${format}`,
            ),
        })),
        [{ id: 'docx', label: t('transcripts:formats.docx'), onSelect: () => void saveDocx() }],
      ]}
    />
  );
}
