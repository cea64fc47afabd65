import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { downloadTrack, listFiles } from './studioThunks.ts';

/** The files of a recording, each as a download. */
export function DownloadMenu({ take, disabled }: { take: TakeSummary; disabled: boolean }) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const [files, setFiles] = useState<readonly { trackId: string; name: string }[] | null>(null);
  const { id, name } = take;
  const read = (isOpen: boolean) => {
    if (!isOpen) return;
    void dispatch(listFiles(id)).then((result) => {
      if (listFiles.fulfilled.match(result)) setFiles(result.payload);
    });
  };
  return (
    <DropdownMenu
      onOpenChange={read}
      trigger={
        <IconButton
          label={t('recordings.download', { name })}
          icon={<Download aria-hidden="true" />}
          disabled={disabled}
        />
      }
      groups={[
        files
          ? files.map(({ trackId, name: label }) => ({
              id: trackId,
              label,
              onSelect: () => void dispatch(downloadTrack({ id, trackId })),
            }))
          : [{ id: 'reading', label: t('recordings.loading'), disabled: true, onSelect: () => undefined }],
      ]}
    />
  );
}
