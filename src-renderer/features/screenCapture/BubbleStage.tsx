import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { bubbleSquare, placeAt, type BubblePlace } from '../../../src-shared/domain/cameraBubble.ts';
import type { CameraBubble } from '../../../src-shared/domain/screenCapture.ts';
import { classNames } from '../../lib/classNames.ts';
import type { FrameArea } from '../../media/video/encoderMessages.ts';
import { lastCapturedArea, sharedScreen } from './activeCapture.ts';
import { bubbleCamera } from './bubbleCamera.ts';
import type { FrameSize } from './regionArea.ts';
import { selectAction, selectBubble, selectTake } from './screenCaptureSlice.ts';

/** Where nothing is captured yet: most screens are so. */
const USUAL = { width: 1920, height: 1080 };
const STEP = 0.05;
const STEPS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

interface BubbleStageProps {
  camera: CameraBubble;
  isLocked: boolean;
  onMove: (place: BubblePlace) => void;
}

/** The screen that is captured, with the bubble where it will be; dragged by pointer or by arrow keys. */
export function BubbleStage({ camera: { place }, isLocked, onMove }: BubbleStageProps) {
  const { t } = useTranslation('screenCapture');
  const [size, setSize] = useState(USUAL);
  const [isDragged, setDragged] = useState(false);
  const { status } = useSelector(selectBubble);
  const words = status === 'live' ? null : t(status === 'opening' ? 'camera.opening' : 'camera.noVideo');
  const stage = useRef<HTMLDivElement>(null);
  const drag = (event: PointerEvent) => {
    const box = stage.current?.getBoundingClientRect();
    if (!box) return;
    const middle = {
      x: ((event.clientX - box.left) / box.width) * size.width,
      y: ((event.clientY - box.top) / box.height) * size.height,
    };
    onMove({ ...place, ...placeAt(size, place.size, middle) });
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step || isLocked) return;
    event.preventDefault();
    const clamp = (part: number) => Math.min(1, Math.max(0, Number(part.toFixed(3))));
    onMove({ ...place, x: clamp(place.x + step.x), y: clamp(place.y + step.y) });
  };
  return (
    <div
      ref={stage}
      className="relative touch-none overflow-hidden rounded-lg border border-line2 bg-inset select-none"
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
    >
      <ScreenPreview onSize={setSize} />
      <button
        type="button"
        aria-label={words === null ? t('camera.bubble') : `${t('camera.bubble')}: ${words}`}
        aria-describedby="capture-camera-drag"
        disabled={isLocked}
        style={squareStyle(size, place)}
        className={classNames(
          'absolute grid place-items-center overflow-hidden rounded-full bg-raise shadow-pop',
          isLocked ? 'cursor-default' : isDragged ? 'cursor-grabbing' : 'cursor-grab',
        )}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(true);
        }}
        onPointerMove={(event) => isDragged && drag(event)}
        onPointerUp={() => setDragged(false)}
        onPointerCancel={() => setDragged(false)}
      >
        {words === null ? (
          <CameraPreview isMirrored={place.isMirrored} />
        ) : (
          <span className="px-2 text-3xs leading-tight text-t2">{words}</span>
        )}
      </button>
      <span id="capture-camera-drag" className="sr-only">
        {t('camera.drag')}
      </span>
    </div>
  );
}

/** What is captured, as it is captured: the whole screen or window, or of a region what lies inside its frame. */
function ScreenPreview({ onSize }: { onSize: (size: { width: number; height: number }) => void }) {
  const { t } = useTranslation('screenCapture');
  const take = useSelector(selectTake);
  const action = useSelector(selectAction);
  const video = useRef<HTMLVideoElement>(null);
  const isShown = take !== null && sharedScreen() !== null;
  const area = isShown ? lastCapturedArea() : null;
  const [whole, setWhole] = useState<FrameSize | null>(null);
  useEffect(() => {
    if (isShown && video.current) video.current.srcObject = sharedScreen()?.stream ?? null;
    // The stream is another one after each start.
  }, [isShown, action]);
  if (!isShown)
    return (
      <p className="absolute inset-x-[22%] inset-y-0 grid place-items-center text-center text-xs text-t3">
        {t('camera.stage')}
      </p>
    );
  return (
    <video
      ref={video}
      muted
      autoPlay
      playsInline
      aria-label={t('camera.screen')}
      style={area && whole ? regionStyle(area, whole) : undefined}
      className={classNames('absolute', area ? 'max-w-none' : 'inset-0 size-full object-contain')}
      onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) => {
        // One that has just ended has none: the bubble would have no size either.
        if (width === 0 || height === 0) return;
        setWhole({ width, height });
        onSize(area ?? { width, height });
      }}
    />
  );
}

function CameraPreview({ isMirrored }: { isMirrored: boolean }) {
  const bubble = useSelector(selectBubble);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = bubbleCamera()?.stream ?? null;
  }, [bubble]);
  return (
    <video
      ref={video}
      muted
      autoPlay
      playsInline
      aria-hidden="true"
      className={classNames(
        'pointer-events-none absolute inset-0 size-full object-cover',
        isMirrored && '-scale-x-100',
      )}
    />
  );
}

/** The whole frame, laid so that what is inside the frame fills the stage. */
function regionStyle(area: FrameArea, whole: FrameSize): CSSProperties {
  return {
    left: percent(-area.x, area.width),
    top: percent(-area.y, area.height),
    width: percent(whole.width, area.width),
    height: percent(whole.height, area.height),
  };
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

function squareStyle(size: { width: number; height: number }, place: BubblePlace): CSSProperties {
  const { left, top, diameter } = bubbleSquare(size, place);
  return {
    left: percent(left, size.width),
    top: percent(top, size.height),
    width: percent(diameter, size.width),
    height: percent(diameter, size.height),
  };
}
