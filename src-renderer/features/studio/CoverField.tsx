import { ImagePlus, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { MAX_COVER_BYTES } from '../../../src-shared/contract/takeExport.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { changeCover, loadCover } from './exportThunks.ts';

/** The podcast's cover, which is kept for the next export. */
export function CoverField({ onChange }: { onChange: (hasCover: boolean) => void }) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const inputRef = useRef<HTMLInputElement>(null);
  const [image, setImage] = useState<Blob | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const address = useObjectUrl(image);
  useEffect(() => {
    let isOpen = true;
    void dispatch(loadCover()).then((result) => {
      if (isOpen && loadCover.fulfilled.match(result)) setImage(result.payload);
    });
    return () => {
      isOpen = false;
    };
  }, [dispatch]);
  useEffect(() => onChange(image !== null), [image, onChange]);
  const change = async (file: File | null) => {
    setProblem(null);
    if (file && file.size > MAX_COVER_BYTES) {
      setProblem(t('recordings.exportDialog.coverTooLarge', { most: formatBytes(MAX_COVER_BYTES) }));
      return;
    }
    const result = await dispatch(changeCover(file));
    if (changeCover.fulfilled.match(result)) setImage(result.payload);
  };
  return (
    <div className="grid gap-1.5">
      <span className="text-xs font-medium text-t2">{t('recordings.exportDialog.cover')}</span>
      <div className="flex items-center gap-2">
        {address !== null && (
          <img
            src={address}
            alt={t('recordings.exportDialog.coverImage')}
            className="size-16 rounded-md object-cover"
          />
        )}
        <Button size="sm" onClick={() => inputRef.current?.click()}>
          <ImagePlus aria-hidden="true" className="size-4" />
          {t(image ? 'recordings.exportDialog.changeCover' : 'recordings.exportDialog.chooseCover')}
        </Button>
        {image && (
          <IconButton
            label={t('recordings.exportDialog.removeCover')}
            icon={<X aria-hidden="true" />}
            onClick={() => void change(null)}
          />
        )}
        <input
          ref={inputRef}
          type="file"
          accept="image/jpeg,image/png"
          aria-label={t('recordings.exportDialog.coverFile')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file can be chosen again.
            event.target.value = '';
            if (file) void change(file);
          }}
        />
      </div>
      <p
        className={problem === null ? 'text-xs text-t3' : 'text-xs text-red-text'}
        role={problem === null ? undefined : 'alert'}
      >
        {problem ?? t('recordings.exportDialog.coverHint')}
      </p>
    </div>
  );
}

function useObjectUrl(blob: Blob | null): string | null {
  const address = useMemo(() => (blob ? URL.createObjectURL(blob) : null), [blob]);
  useEffect(
    () => () => {
      if (address !== null) URL.revokeObjectURL(address);
    },
    [address],
  );
  return address;
}
