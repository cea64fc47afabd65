import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { PluginPreset } from '../../../src-shared/contract/plugins.ts';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { showNotice } from '../../ui/notice.ts';
import type { PluginEditorState } from './usePluginEditor.ts';
import { usePluginCalls } from './usePluginCalls.ts';

interface PresetMenuProps {
  channelId: string;
  pluginId: string;
  name: string;
  editor: PluginEditorState;
}

/** Nothing has been chosen yet. */
const NONE = 'none';

/** Settings by name: taken, kept, and carried to other programs as `.vstpreset` files. */
export function PresetMenu(props: PresetMenuProps) {
  const { channelId, pluginId, editor } = props;
  const { t } = useTranslation('plugins');
  const call = usePluginCalls();
  const [presets, setPresets] = useState<readonly PluginPreset[]>([]);
  const [chosen, setChosen] = useState(NONE);
  useEffect(() => {
    void call('plugins.listPresets', { channelId, pluginId }).then((list) => list && setPresets(list));
  }, [call, channelId, pluginId]);

  const load = async (index: string) => {
    const preset = presets[Number(index)];
    if (!preset) return;
    setChosen(index);
    await editor.replace(() => call('plugins.loadPreset', { channelId, pluginId, preset }));
  };
  const save = async (name: string): Promise<boolean> => {
    const list = await call('plugins.savePreset', { channelId, pluginId, name });
    if (!list) return false;
    setPresets(list);
    setChosen(String(list.findIndex((preset) => preset.isOwn && preset.name === name.trim())));
    showNotice({ tone: 'success', title: t('editor.saved') });
    return true;
  };

  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-44">
        <Select
          label={t('editor.presets')}
          value={chosen}
          options={[
            {
              value: NONE,
              label: t(presets.length === 0 ? 'editor.noPresets' : 'editor.choosePreset'),
              disabled: true,
            },
            ...presets.map((preset, index) => ({ value: String(index), label: preset.name })),
          ]}
          onChange={(index) => void load(index)}
          disabled={presets.length === 0}
        />
      </div>
      <SaveForm onSave={save} />
      <PresetFiles {...props} />
    </div>
  );
}

function SaveForm({ onSave }: { onSave: (name: string) => Promise<boolean> }) {
  const { t } = useTranslation('plugins');
  const [name, setName] = useState('');
  const save = async () => {
    if (await onSave(name)) setName('');
  };
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') void save();
      }}
    >
      <Input
        className="!w-40"
        aria-label={t('editor.presetName')}
        placeholder={t('editor.presetName')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        {t('editor.save')}
      </Button>
    </form>
  );
}

function PresetFiles({ channelId, pluginId, name, editor }: PresetMenuProps) {
  const { t } = useTranslation('plugins');
  const call = usePluginCalls();
  const fileInput = useRef<HTMLInputElement>(null);
  const exportFile = async () => {
    const answer = await call('plugins.exportPreset', { channelId, pluginId });
    if (answer) download(`${name}.vstpreset`, answer.data);
  };
  const importFile = async (file: File) => {
    const data = toBase64(new Uint8Array(await file.arrayBuffer()));
    await editor.replace(() => call('plugins.importPreset', { channelId, pluginId, data }));
  };
  return (
    <>
      <Button variant="ghost" onClick={() => void exportFile()}>
        {t('editor.exportPreset')}
      </Button>
      <Button variant="ghost" onClick={() => fileInput.current?.click()}>
        {t('editor.importPreset')}
      </Button>
      <input
        ref={fileInput}
        type="file"
        accept=".vstpreset"
        className="hidden"
        aria-label={t('editor.importPreset')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void importFile(file);
        }}
      />
    </>
  );
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

function download(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
