import { Captions, Circle, Flag, Mic, MicOff, Pause, Play, Square } from 'lucide-react';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import {
  addressOfTake,
  endRecording,
  holdRecording,
  markRecording,
  muteMicrophone,
  selectRecording,
  type RecordingRoot,
} from '../../features/recording/index.ts';
import {
  changeChannel,
  readLibrary,
  selectChannels,
  selectLibrary,
  type StudioRequest,
} from '../../features/studio/index.ts';
import { addressOfTranscript, useTranscriptSearch } from '../../features/transcripts/index.ts';
import {
  selectCaptureSupport,
  selectHasFaders,
  selectIsConnected,
  selectTakesSupport,
} from '../../features/workspace/index.ts';
import { failed } from '../../i18n/failed.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { useShortcutText } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { createClientThunk } from '../../platform/index.ts';
import type { PaletteCommand } from '../../ui/CommandPalette.tsx';

type Act = { kind: 'stop' } | { kind: 'hold' | 'mute'; isOn: boolean };

/** From any screen, where nothing else would say that it was not possible. */
const actOnRecording = createClientThunk<void, Act, RecordingRoot>(
  'shell/actOnRecording',
  async (act, { dispatch }) => {
    if (act.kind === 'stop') await dispatch(endRecording()).unwrap();
    else if (act.kind === 'hold') await dispatch(holdRecording(act.isOn)).unwrap();
    else await dispatch(muteMicrophone(act.isOn)).unwrap();
  },
  failed('recording'),
);

/** The host's one recording: started in the studio; paused, stopped, marked and muted wherever it was started. */
export function useRecordingCommands(): PaletteCommand[] {
  const { t } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const { take, action } = useSelector(selectRecording);
  const disabled = !useSelector(selectIsConnected) || action !== null;
  const start = useStartCommand();
  const mutes = useMuteCommands();
  if (!take) return [...start, ...mutes];
  return [
    {
      id: 'stop-recording',
      label: t('palette.stopRecording'),
      icon: <Square aria-hidden="true" />,
      disabled,
      run: () => void dispatch(actOnRecording({ kind: 'stop' })),
    },
    {
      id: 'hold-recording',
      label: t(take.isPaused ? 'palette.resumeRecording' : 'palette.pauseRecording'),
      icon: take.isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />,
      disabled,
      run: () => void dispatch(actOnRecording({ kind: 'hold', isOn: !take.isPaused })),
    },
    {
      id: 'mark-recording',
      label: t('palette.addMarker'),
      icon: <Flag aria-hidden="true" />,
      disabled,
      run: () => void dispatch(markRecording('')),
    },
    ...mutes,
  ];
}

function useStartCommand(): PaletteCommand[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const shortcut = useShortcutText('studio.record').text;
  const isConnected = useSelector(selectIsConnected);
  if (!useSelector(selectCaptureSupport)?.supported) return [];
  return [
    {
      id: 'start-recording',
      label: t('palette.startRecording'),
      icon: <Circle aria-hidden="true" />,
      ...(shortcut === undefined ? {} : { shortcut }),
      disabled: !isConnected,
      run: () =>
        void navigate(ROUTES.recordingStudio, { state: { startsRecording: true } satisfies StudioRequest }),
    },
  ];
}

/** Of the microphone beside a screen, else of each channel of the studio. */
function useMuteCommands(): PaletteCommand[] {
  const { t } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const { take } = useSelector(selectRecording);
  const channels = useSelector(selectChannels);
  const hasFaders = useSelector(selectHasFaders);
  const isMuted = take?.isMicrophoneMuted ?? null;
  if (isMuted !== null) {
    return [
      {
        id: 'mute-microphone',
        label: t(isMuted ? 'palette.unmuteMicrophone' : 'palette.muteMicrophone'),
        icon: isMuted ? <Mic aria-hidden="true" /> : <MicOff aria-hidden="true" />,
        run: () => void dispatch(actOnRecording({ kind: 'mute', isOn: !isMuted })),
      },
    ];
  }
  if (!hasFaders) return [];
  return channels.map((channel) => ({
    id: `mute-${channel.id}`,
    label: t(channel.isMuted ? 'palette.unmuteChannel' : 'palette.muteChannel', { name: channel.name }),
    icon: channel.isMuted ? <Mic aria-hidden="true" /> : <MicOff aria-hidden="true" />,
    run: () =>
      void dispatch(changeChannel({ channelId: channel.id, changes: { isMuted: !channel.isMuted } })),
  }));
}

/** More rows make the palette slow. */
const MOST_TAKES = 500;

/** Recordings by their names, newest first, as they are when the palette is opened. */
export function useTakeCommands(isOpen: boolean): PaletteCommand[] {
  const { t } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const library = useSelector(selectLibrary);
  const isSupported = useSelector(selectTakesSupport)?.supported === true;
  useEffect(() => {
    if (isOpen && isSupported) void dispatch(readLibrary());
  }, [dispatch, isOpen, isSupported]);
  if (library.status !== 'ready') return [];
  return [...library.data]
    .filter(({ status }) => status !== 'recording')
    .sort((a, b) => (b.startedAtMs ?? 0) - (a.startedAtMs ?? 0))
    .slice(0, MOST_TAKES)
    .map(({ id, name, startedAtMs, labels }) => ({
      id: `take-${id}`,
      label: t('palette.playRecording', { name }),
      icon: <Play aria-hidden="true" />,
      keywords: [labels?.folder ?? '', ...(labels?.tags ?? [])],
      ...(startedAtMs === null ? {} : { note: formatDateTime(startedAtMs) }),
      run: () => void navigate(addressOfTake({ id, request: 'play' })),
    }));
}

const MOST_SPOKEN = 8;

/** Moments of recordings at which what is typed was said. */
export function useSpokenCommands(typed: string): PaletteCommand[] {
  const navigate = useNavigate();
  const found = useTranscriptSearch(typed, MOST_SPOKEN);
  return (found?.hits ?? []).map(({ takeId, takeName, speaker, startSec, text }) => ({
    id: `spoken-${takeId}-${speaker}-${startSec}`,
    label: text,
    icon: <Captions aria-hidden="true" />,
    keywords: [speaker],
    note: `${takeName} ${formatRecordedTime(startSec)}`,
    run: () => void navigate(addressOfTranscript(takeId, startSec)),
  }));
}
