import { FileDown, FileUp } from 'lucide-react';
import { useRef } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import {
  exportCollection,
  type ImportProblem,
} from '../../../../src-shared/domain/broadcast/sceneCollection.ts';
import { saveBlob } from '../../../lib/saveBlob.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { showNotice } from '../../../ui/notice.ts';
import { selectCollection } from './scenesSlice.ts';
import { importScenes } from './sceneThunks.ts';

const FILE_NAME = 'sounddesk-scenes.json';

/** The scenes as a file, and those of a file in their place. */
export function SceneFiles() {
  const { t } = useTranslation('scenes');
  const dispatch = useAppDispatch();
  const collection = useSelector(selectCollection);
  const fileRef = useRef<HTMLInputElement>(null);
  const problemText = (problem: ImportProblem) => {
    if (problem.kind === 'otherVersion') return t('files.otherVersion', { version: problem.version });
    if (problem.kind !== 'invalid') return t(`files.${problem.kind}`);
    return t('files.invalid', { path: problem.path, message: problem.message });
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const problem = await dispatch(importScenes(file));
    if (problem) showNotice({ tone: 'error', title: t('files.refused'), message: problemText(problem) });
    else showNotice({ tone: 'success', title: t('files.imported') });
  };
  return (
    <>
      <IconButton
        label={t('files.import')}
        icon={<FileUp aria-hidden="true" />}
        onClick={() => fileRef.current?.click()}
      />
      <input
        ref={fileRef}
        type="file"
        accept="application/json,.json"
        aria-label={t('files.file')}
        className="hidden"
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
      <IconButton
        label={t('files.export')}
        icon={<FileDown aria-hidden="true" />}
        disabled={collection.scenes.length === 0}
        onClick={() =>
          saveBlob(new Blob([exportCollection(collection)], { type: 'application/json' }), FILE_NAME)
        }
      />
    </>
  );
}
