import { ArrowDownToLine, ArrowUpFromLine, EllipsisVertical, Plus, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Input } from '../../ui/Input.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { PresetDialog } from './PresetDialog.tsx';
import { PresetList } from './PresetList.tsx';
import { readPresets, selectPresets } from '../engine/index.ts';
import { usePresetFiles } from './usePresetFiles.ts';

/** The noise presets: choose, find, make, order, take along. */
export function PresetsCard() {
  const { t } = useTranslation(['enhancement', 'common']);
  const dispatch = useAppDispatch();
  const presets = useSelector(selectPresets);
  const isConnected = useSelector(selectIsConnected);
  const [query, setQuery] = useState('');
  const [isCreating, setCreating] = useState(false);
  return (
    <Card aria-labelledby="presets-title">
      <CardHeader
        id="presets-title"
        title={t('presets.title')}
        actions={
          <div className="flex gap-1.5">
            <FileMenu disabled={!isConnected || presets.status !== 'ready'} />
            <IconButton
              label={t('presets.create')}
              icon={<Plus aria-hidden="true" />}
              disabled={!isConnected || presets.status !== 'ready'}
              onClick={() => setCreating(true)}
            />
          </div>
        }
      />
      <div className="relative mb-2.5">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-t3"
        />
        <Input
          type="search"
          className="!h-8 !pl-8"
          aria-label={t('presets.search')}
          placeholder={t('presets.search')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </div>
      {presets.status === 'loading' && <LoadingRows />}
      {presets.status === 'failed' && (
        <ErrorState
          title={t('presets.failed')}
          message={presets.error.message}
          action={<Button onClick={() => void dispatch(readPresets())}>{t('common:retry')}</Button>}
        />
      )}
      {presets.status === 'ready' && <PresetList presets={presets.data} query={query} />}
      <PresetDialog isOpen={isCreating} onOpenChange={setCreating} />
    </Card>
  );
}

function LoadingRows() {
  const { t } = useTranslation('enhancement');
  return (
    <div role="status" aria-label={t('presets.loading')} className="grid gap-1.5">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  );
}

function FileMenu({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('enhancement');
  const fileInput = useRef<HTMLInputElement>(null);
  const { importFile, exportFile, hasOwn } = usePresetFiles();
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            label={t('presets.more')}
            icon={<EllipsisVertical aria-hidden="true" />}
            disabled={disabled}
          />
        }
        groups={[
          [
            {
              id: 'import',
              label: t('presets.import'),
              icon: <ArrowDownToLine aria-hidden="true" />,
              onSelect: () => fileInput.current?.click(),
            },
            {
              id: 'export',
              label: t('presets.export'),
              icon: <ArrowUpFromLine aria-hidden="true" />,
              disabled: !hasOwn,
              onSelect: () => void exportFile(),
            },
          ],
        ]}
      />
      <input
        ref={fileInput}
        type="file"
        accept="application/json,.json"
        aria-label={t('presets.import')}
        className="hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again after it was mended.
          target.value = '';
          if (file) void importFile(file);
        }}
      />
    </>
  );
}
