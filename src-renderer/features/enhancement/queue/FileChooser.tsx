import { FileAudio, FolderOpen } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { selectIsConnected } from '../../workspace/index.ts';
import { chosenFiles } from './pickedFiles.ts';
import { addFiles } from './queueThunks.ts';

/** The way to files while there are none. */
export function FileChooser({ kinds }: { kinds: string }) {
  const { t } = useTranslation('enhancement');
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line2 px-4 py-7 text-center">
      <FileAudio aria-hidden="true" className="size-6 text-t3" />
      <p className="font-medium text-t1">{t('file.drop')}</p>
      <p className="max-w-md text-xs text-t2">{t('file.kinds', { kinds })}</p>
      <div className="mt-1 flex flex-wrap justify-center gap-2">
        <ChooseButtons files={t('file.choose')} folder={t('file.chooseFolder')} />
      </div>
    </div>
  );
}

/** Two buttons: one for files, one for a folder and all that is in it. */
export function ChooseButtons({ files, folder }: { files: string; folder: string }) {
  const isConnected = useSelector(selectIsConnected);
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button disabled={!isConnected} onClick={() => filesInput.current?.click()}>
        <FileAudio aria-hidden="true" className="size-4" />
        {files}
      </Button>
      <Button disabled={!isConnected} onClick={() => folderInput.current?.click()}>
        <FolderOpen aria-hidden="true" className="size-4" />
        {folder}
      </Button>
      <HiddenInput input={filesInput} label={files} isFolder={false} />
      <HiddenInput input={folderInput} label={folder} isFolder />
    </>
  );
}

interface HiddenInputProps {
  input: RefObject<HTMLInputElement | null>;
  label: string;
  isFolder: boolean;
}

function HiddenInput({ input, label, isFolder }: HiddenInputProps) {
  const dispatch = useAppDispatch();
  return (
    <input
      ref={input}
      type="file"
      multiple
      {...(isFolder ? { webkitdirectory: '' } : { accept: 'audio/*,video/*,.w64,.caf,.wv,.au' })}
      aria-label={label}
      className="hidden"
      tabIndex={-1}
      onChange={({ target }) => {
        const picked = chosenFiles(target.files);
        target.value = '';
        if (picked.length > 0) void dispatch(addFiles(picked));
      }}
    />
  );
}
