import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { LoadedPlugin } from '../../../src-shared/contract/plugins.ts';
import { Select } from '../../ui/Select.tsx';
import { selectStudio } from './pluginsSlice.ts';
import { usePluginCalls } from './usePluginCalls.ts';

/** No channel has this id: theirs have none of a space alone. */
const NONE = ' ';

/** Which other channel a plug-in's side-chain hears; nothing where it has none. */
export function SideChainSelect({ channelId, plugin }: { channelId: string; plugin: LoadedPlugin }) {
  const { t } = useTranslation('plugins');
  const call = usePluginCalls();
  const studio = useSelector(selectStudio);
  const hasSideChain = plugin.running?.inputs.some(({ isMain }) => !isMain) ?? false;
  if (!hasSideChain || studio.status !== 'ready') return null;
  const others = studio.data.channels.filter(({ id }) => id !== channelId);
  const isGone = plugin.sideChain !== null && !others.some(({ id }) => id === plugin.sideChain);
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden="true" className="text-t2">
        {t('editor.sideChain')}
      </span>
      <div className="w-40">
        <Select
          label={t('editor.sideChain')}
          value={plugin.sideChain ?? NONE}
          options={[
            { value: NONE, label: t('editor.noSideChain') },
            ...(isGone ? [{ value: plugin.sideChain ?? NONE, label: t('editor.goneSideChain') }] : []),
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) =>
            void call('plugins.setSideChain', {
              channelId,
              pluginId: plugin.id,
              sourceId: value === NONE ? null : value,
            })
          }
        />
      </div>
    </div>
  );
}
