import { AppWindow, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { LoadedPlugin, PluginChain } from '../../../src-shared/contract/plugins.ts';
import type { PluginParameter } from '../../../src-shared/domain/plugins.ts';
import { useShortcutMatch } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Input } from '../../ui/Input.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { selectPluginWindows } from '../workspace/index.ts';
import { ParameterControl } from './ParameterControl.tsx';
import { PresetMenu } from './PresetMenu.tsx';
import { RestartBanner } from './RestartBanner.tsx';
import { SideChainSelect } from './SideChainSelect.tsx';
import { usePluginCalls } from './usePluginCalls.ts';
import { usePluginEditor, type PluginEditorState } from './usePluginEditor.ts';

interface PluginEditorProps {
  channelId: string;
  plugin: LoadedPlugin;
  mark: PluginChain['mark'];
  onClose: () => void;
}

/** Above so many parameters a search helps. */
const SEARCH_FROM = 16;

/** Our own editor, made of the parameter list: for every plug-in, whether it has a window or not. */
export function PluginEditor({ channelId, plugin, mark, onClose }: PluginEditorProps) {
  const { t } = useTranslation(['plugins', 'common']);
  const editor = usePluginEditor(channelId, plugin.id);
  const isUndoPressed = useShortcutMatch('edit.undo');
  const isRedoPressed = useShortcutMatch('edit.redo');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={plugin.name}
      description={t('editor.by', { vendor: plugin.vendor })}
      closeLabel={t('common:close')}
      className="!max-w-4xl"
    >
      <div
        className="grid gap-4"
        onKeyDown={(event) => {
          if (event.target instanceof HTMLInputElement) return;
          const isUndo = isUndoPressed(event.nativeEvent);
          if (!isUndo && !isRedoPressed(event.nativeEvent)) return;
          event.preventDefault();
          void (isUndo ? editor.undo() : editor.redo());
        }}
      >
        {mark && <RestartBanner channelId={channelId} mark={mark} />}
        <Tools channelId={channelId} plugin={plugin} editor={editor} />
        <Parameters editor={editor} />
        <div className="border-t border-line pt-4">
          <PresetMenu channelId={channelId} pluginId={plugin.id} name={plugin.name} editor={editor} />
        </div>
      </div>
    </Dialog>
  );
}

function Tools({
  channelId,
  plugin,
  editor,
}: Omit<PluginEditorProps, 'mark' | 'onClose'> & { editor: PluginEditorState }) {
  const { t } = useTranslation('plugins');
  const call = usePluginCalls();
  const windows = useSelector(selectPluginWindows);
  const target = { channelId, pluginId: plugin.id };
  const isWindowOpen = plugin.running?.isEditorOpen ?? false;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label className="flex items-center gap-2 text-t2">
        <Switch
          isOn={!plugin.isBypassed}
          label={t('chain.isOn', { name: plugin.name })}
          onChange={(isOn) => void call('plugins.setBypassed', { ...target, isBypassed: !isOn })}
        />
        <span aria-hidden="true">{t('editor.bypass')}</span>
      </label>
      <SegmentedControl
        label={t('editor.compare')}
        value={editor.side}
        onChange={(side) => void editor.compare(side)}
        segments={[
          { value: 'a', label: t('editor.a') },
          { value: 'b', label: t('editor.b') },
        ]}
      />
      <span className="flex gap-1">
        <IconButton
          label={t('editor.undo')}
          icon={<Undo2 aria-hidden="true" />}
          disabled={!editor.canUndo}
          onClick={() => void editor.undo()}
        />
        <IconButton
          label={t('editor.redo')}
          icon={<Redo2 aria-hidden="true" />}
          disabled={!editor.canRedo}
          onClick={() => void editor.redo()}
        />
      </span>
      <SideChainSelect channelId={channelId} plugin={plugin} />
      {windows?.supported && plugin.running?.hasEditor && (
        <Button
          className="sm:ml-auto"
          onClick={() => void call(isWindowOpen ? 'plugins.closeEditor' : 'plugins.openEditor', target)}
        >
          <AppWindow aria-hidden="true" className="size-4" />
          {t(isWindowOpen ? 'editor.closeWindow' : 'editor.window')}
        </Button>
      )}
      {windows?.supported === false && (
        <p className="text-xs text-t3 sm:ml-auto">{t('editor.noWindow', { reason: windows.reason })}</p>
      )}
      {windows?.supported && plugin.running?.hasEditor === false && (
        <p className="text-xs text-t3 sm:ml-auto">{t('editor.hasNoWindow')}</p>
      )}
    </div>
  );
}

function Parameters({ editor }: { editor: PluginEditorState }) {
  const { t } = useTranslation(['plugins', 'common']);
  const [query, setQuery] = useState('');
  const { parameters, hasFailed } = editor;
  if (hasFailed) {
    return (
      <ErrorState
        title={t('editor.failed')}
        action={<Button onClick={() => void editor.read()}>{t('common:retry')}</Button>}
      />
    );
  }
  if (!parameters) {
    return (
      <p role="status" className="py-8 text-center text-t2">
        {t('editor.loading')}
      </p>
    );
  }
  // The host's own bypass is above, and is without a click.
  const shown = parameters.filter(({ isBypass, name }) => !isBypass && isMatch(name, query));
  return (
    <div className="grid gap-3">
      {parameters.length > SEARCH_FROM && (
        <Input
          type="search"
          aria-label={t('editor.search')}
          placeholder={t('editor.search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      {shown.length === 0 ? (
        <p className="py-6 text-center text-t2">
          {query === '' ? t('editor.none') : t('editor.noMatch', { query })}
        </p>
      ) : (
        <div
          className="grid max-h-[50vh] grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] content-start justify-items-center gap-x-3 gap-y-5 overflow-y-auto rounded-lg bg-inset p-4"
          tabIndex={0}
          role="group"
          aria-label={t('editor.parameters')}
        >
          {shown.map((parameter: PluginParameter) => (
            <ParameterControl
              key={parameter.id}
              parameter={parameter}
              disabled={false}
              onTurn={(value) => editor.turn(parameter, value)}
              onSettle={(value, before) => editor.settle(parameter, value, before)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function isMatch(name: string, query: string): boolean {
  return name.toLowerCase().includes(query.trim().toLowerCase());
}
