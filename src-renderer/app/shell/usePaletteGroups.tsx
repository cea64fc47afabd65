import {
  AudioLines,
  Compass,
  Headphones,
  Info,
  Languages,
  Mic,
  Monitor,
  Moon,
  Power,
  RefreshCw,
  Sun,
} from 'lucide-react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import { LANGUAGE_CHOICES, LANGUAGE_NAMES } from '../../../src-shared/domain/languages.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import {
  chooseDevice,
  choosePreset,
  readDevices,
  selectActivePresetId,
  selectInputDevices,
  selectLive,
  selectLiveAction,
  selectOutputDevices,
  selectPresetList,
  startLive,
  stopLive,
} from '../../features/engine/index.ts';
import {
  selectDeviceSelection,
  selectIsConnected,
  selectLiveCleaning,
  selectSettings,
  updateSettings,
} from '../../features/workspace/index.ts';
import { tourMoved } from '../../features/tour/index.ts';
import { useShortcutText } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import type { ThemeChoice } from '../../lib/theme.ts';
import type { PaletteCommand, PaletteGroup } from '../../ui/CommandPalette.tsx';
import { useNavigation } from './navigation.ts';
import { useRecordingCommands, useSpokenCommands, useTakeCommands } from './recordingCommands.tsx';

/** Every screen and every action, by what this host can do. */
export function usePaletteGroups(isOpen: boolean, typed: string): PaletteGroup[] {
  const { t } = useTranslation('shell');
  const screens = useScreenCommands();
  const noise = useNoiseCommands();
  const presets = usePresetCommands();
  const devices = useDeviceCommands();
  const themes = useThemeCommands();
  const languages = useLanguageCommands();
  const recording = useRecordingCommands();
  const takes = useTakeCommands(isOpen);
  const spoken = useSpokenCommands(isOpen ? typed : '');
  return [
    { heading: t('palette.recording'), commands: recording },
    { heading: t('palette.goTo'), commands: screens },
    { heading: t('palette.noiseCancellation'), commands: noise },
    { heading: t('palette.preset'), commands: presets },
    { heading: t('palette.devices'), commands: devices },
    { heading: t('palette.theme'), commands: themes },
    { heading: t('palette.language'), commands: languages },
    { heading: t('palette.recordings'), commands: takes },
    { heading: t('palette.spoken'), commands: spoken },
  ].filter((group) => group.commands.length > 0);
}

function useScreenCommands(): PaletteCommand[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  // A screen that stands in two groups goes by its name in the later one.
  const byPath = new Map(
    useNavigation().flatMap(({ entries }) => entries.map((entry) => [entry.path, entry])),
  );
  return [
    ...[...byPath.values()].map(({ path, text, icon: Icon }) => ({
      id: path,
      label: t(`screens.${text}`),
      icon: <Icon aria-hidden="true" />,
      keywords: [path],
      run: () => void navigate(path),
    })),
    {
      id: ROUTES.landing,
      label: t('palette.landing'),
      icon: <Info aria-hidden="true" />,
      run: () => void navigate(ROUTES.landing),
    },
    {
      id: 'tour',
      label: t('palette.tour'),
      icon: <Compass aria-hidden="true" />,
      run: () => dispatch(tourMoved(0)),
    },
  ];
}

function useNoiseCommands(): PaletteCommand[] {
  const { t } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const isLive = useSelector(selectLive) !== null;
  const isBusy = useSelector(selectLiveAction) !== null;
  const shortcut = useShortcutText('live.toggle').text;
  const isConnected = useSelector(selectIsConnected);
  if (!useSelector(selectLiveCleaning)?.supported) return [];
  return [
    {
      id: 'toggle-noise-cancellation',
      label: isLive ? t('palette.stop') : t('palette.start'),
      icon: <Power aria-hidden="true" />,
      ...(shortcut === undefined ? {} : { shortcut }),
      disabled: isBusy || !isConnected,
      run: () => void dispatch(isLive ? stopLive() : startLive()),
    },
  ];
}

function usePresetCommands(): PaletteCommand[] {
  const { t } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const activeId = useSelector(selectActivePresetId);
  return useSelector(selectPresetList).map((preset) => ({
    id: `preset-${preset.id}`,
    label: t('palette.usePreset', { name: preset.name }),
    icon: <AudioLines aria-hidden="true" />,
    keywords: [preset.environment],
    ...(preset.id === activeId ? { note: t('palette.active') } : {}),
    run: () => void dispatch(choosePreset(preset.id)),
  }));
}

function useDeviceCommands(): PaletteCommand[] {
  const { t } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const inputs = useSelector(selectInputDevices);
  const outputs = useSelector(selectOutputDevices);
  const { inputDeviceId, outputDeviceId } = useSelector(selectSettings);
  if (!useSelector(selectDeviceSelection)?.supported) return [];

  const commandsFor = (
    direction: 'input' | 'output',
    devices: readonly AudioDevice[],
    chosenId: string | null,
  ) =>
    [null, ...devices].map((device) => {
      const deviceId = device?.id ?? null;
      const name = device?.name ?? t('palette.systemDefault');
      return {
        id: `${direction}-${deviceId ?? 'default'}`,
        label: t(direction === 'input' ? 'palette.useInput' : 'palette.useOutput', { name }),
        icon: direction === 'input' ? <Mic aria-hidden="true" /> : <Headphones aria-hidden="true" />,
        ...(deviceId === chosenId ? { note: t('palette.active') } : {}),
        run: () => void dispatch(chooseDevice({ direction, deviceId })),
      };
    });
  return [
    ...commandsFor('input', inputs, inputDeviceId),
    ...commandsFor('output', outputs, outputDeviceId),
    {
      id: 'refresh-devices',
      label: t('palette.refreshDevices'),
      icon: <RefreshCw aria-hidden="true" />,
      run: () => void dispatch(readDevices()),
    },
  ];
}

const THEME_ICONS = { dark: Moon, light: Sun, system: Monitor } as const;

function useThemeCommands(): PaletteCommand[] {
  const { t } = useTranslation(['shell', 'common']);
  const dispatch = useAppDispatch();
  const { theme } = useSelector(selectSettings);
  return (['dark', 'light', 'system'] satisfies ThemeChoice[]).map((choice) => {
    const Icon = THEME_ICONS[choice];
    return {
      id: `theme-${choice}`,
      label: t('shell:palette.useTheme', { name: t(`common:theme.${choice}`) }),
      icon: <Icon aria-hidden="true" />,
      ...(choice === theme ? { note: t('shell:palette.active') } : {}),
      run: () => void dispatch(updateSettings({ theme: choice })),
    };
  });
}

function useLanguageCommands(): PaletteCommand[] {
  const { t } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const { language } = useSelector(selectSettings);
  return LANGUAGE_CHOICES.map((choice) => ({
    id: `language-${choice}`,
    label: t('palette.useLanguage', {
      name: choice === 'system' ? t('palette.systemLanguage') : LANGUAGE_NAMES[choice],
    }),
    icon: <Languages aria-hidden="true" />,
    keywords: [choice],
    ...(choice === language ? { note: t('palette.active') } : {}),
    run: () => void dispatch(updateSettings({ language: choice })),
  }));
}
