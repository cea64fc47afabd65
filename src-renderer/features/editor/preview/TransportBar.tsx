import {
  ChartColumn,
  Eye,
  Frame,
  Maximize,
  Minus,
  Pause,
  Play,
  Plus,
  Repeat,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { classNames } from '../../../lib/classNames.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { selectProject } from '../editorSlice.ts';
import { lengthOf } from '../lengthOf.ts';
import { useActions } from '../useActions.ts';
import { useKeyHint } from '../useEditorKeys.ts';
import { useWorkbench } from '../workbench.ts';
import type { PreviewLook } from './previewLook.ts';
import { Timecode } from './Timecode.tsx';

/** Document 2, section 5. */
export const PREVIEW_ZOOM = { min: 0.1, max: 5, step: 0.1 } as const;

interface TransportBarProps {
  look: PreviewLook;
  onLook: (changes: Partial<PreviewLook>) => void;
}

export function TransportBar({ look, onLook }: TransportBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-1 gap-y-1 border-t border-line2 px-1.5 py-1.5">
      <Timecode />
      <PlayButtons />
      <div className="flex items-center">
        <ZoomButtons zoom={look.zoom} onZoom={(zoom) => onLook({ zoom })} />
        <LookButtons {...{ look, onLook }} />
      </div>
    </div>
  );
}

function PlayButtons() {
  const { t } = useTranslation('editor');
  const hint = useKeyHint();
  const { transport } = useWorkbench();
  const project = useSelector(selectProject);
  const { isPlaying, isLooping, speed } = useSyncExternalStore(transport.subscribe, transport.read);
  const end = project ? lengthOf(project) : 0;
  const step = (by: number) => {
    transport.pause();
    transport.seek(Math.min(end, Math.max(0, transport.frame() + by)));
  };
  const small = '!size-7 border-transparent';
  return (
    <div className="flex items-center gap-0.5">
      <IconButton
        label={t('preview.toStart')}
        hint={hint(t('preview.toStart'), 'toStart')}
        icon={<SkipBack aria-hidden="true" />}
        className={small}
        onClick={() => transport.seek(0)}
      />
      <IconButton
        label={t('preview.back')}
        hint={hint(t('preview.back'), 'back')}
        icon={<StepBack aria-hidden="true" />}
        className={small}
        onClick={() => step(-1)}
      />
      <IconButton
        label={isPlaying ? t('preview.pause') : t('preview.play')}
        hint={hint(isPlaying ? t('preview.pause') : t('preview.play'), 'play')}
        icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        className="!size-9 !rounded-full !border-transparent bg-accent !text-on-accent hover:!bg-accent hover:brightness-110"
        onClick={transport.toggle}
      />
      <IconButton
        label={t('preview.forward')}
        hint={hint(t('preview.forward'), 'forward')}
        icon={<StepForward aria-hidden="true" />}
        className={small}
        onClick={() => step(1)}
      />
      <IconButton
        label={t('preview.toEnd')}
        hint={hint(t('preview.toEnd'), 'toEnd')}
        icon={<SkipForward aria-hidden="true" />}
        className={small}
        onClick={() => transport.seek(end)}
      />
      <Toggle
        label={t('preview.loop')}
        isOn={isLooping}
        onToggle={() => transport.setLooping(!isLooping)}
        icon={<Repeat aria-hidden="true" />}
      />
      {isPlaying && speed !== 1 && (
        <span className="ml-1 text-xs text-t2 tabular-nums">
          {t('preview.speed', { speed: String(speed) })}
        </span>
      )}
    </div>
  );
}

function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const { t } = useTranslation('editor');
  const { min, max, step } = PREVIEW_ZOOM;
  const by = (steps: number) =>
    onZoom(Math.round(Math.min(max, Math.max(min, zoom + steps * step)) / step) * step);
  return (
    <span role="group" aria-label={t('preview.zoom')} className="flex items-center max-sm:hidden">
      <IconButton
        label={t('preview.zoomOut')}
        icon={<Minus aria-hidden="true" />}
        hasBorder={false}
        className="!size-7"
        disabled={zoom <= min + step / 2}
        onClick={() => by(-1)}
      />
      <output className="w-10 text-center text-xs text-t2 tabular-nums">{Math.round(zoom * 100)} %</output>
      <IconButton
        label={t('preview.zoomIn')}
        icon={<Plus aria-hidden="true" />}
        hasBorder={false}
        className="!size-7"
        disabled={zoom >= max - step / 2}
        onClick={() => by(1)}
      />
    </span>
  );
}

function LookButtons({ look, onLook }: TransportBarProps) {
  const { t } = useTranslation('editor');
  const { fullScreen } = useActions();
  return (
    <>
      <Toggle
        label={t('preview.safeAreas')}
        isOn={look.hasSafeAreas}
        onToggle={() => onLook({ hasSafeAreas: !look.hasSafeAreas })}
        icon={<Frame aria-hidden="true" />}
      />
      <Toggle
        label={t('preview.before')}
        isOn={look.isBefore}
        onToggle={() => onLook({ isBefore: !look.isBefore })}
        icon={<Eye aria-hidden="true" />}
      />
      <Toggle
        label={t('preview.scopes')}
        isOn={look.hasScopes}
        onToggle={() => onLook({ hasScopes: !look.hasScopes })}
        icon={<ChartColumn aria-hidden="true" />}
      />
      <IconButton
        label={t('preview.fullScreen')}
        icon={<Maximize aria-hidden="true" />}
        hasBorder={false}
        className="!size-7"
        onClick={fullScreen}
      />
    </>
  );
}

interface ToggleProps {
  label: string;
  isOn: boolean;
  onToggle: () => void;
  icon: React.ReactNode;
}

function Toggle({ label, isOn, onToggle, icon }: ToggleProps) {
  return (
    <IconButton
      label={label}
      icon={icon}
      aria-pressed={isOn}
      hasBorder={false}
      className={classNames('!size-7', isOn && '!bg-accbg !text-accent-text')}
      onClick={onToggle}
    />
  );
}
