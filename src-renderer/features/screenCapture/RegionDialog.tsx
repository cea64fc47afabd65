import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import type { FrameArea } from '../../media/video/encoderMessages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Input } from '../../ui/Input.tsx';
import { releaseScreen, sharedScreen } from './activeCapture.ts';
import { fitRegion, regionBetween, type FrameSize } from './regionArea.ts';
import { drawingCancelled, startCapture } from './screenCaptureThunks.ts';
import { useOffered } from './useOffered.ts';

const FIELDS = ['x', 'y', 'width', 'height'] as const;

/** The shared screen, and a frame on it; by pointer or by figures. */
export function RegionDialog() {
  const { t } = useTranslation('screenCapture');
  const dispatch = useAppDispatch();
  const { settings } = useOffered();
  const [size, setSize] = useState<FrameSize | null>(null);
  const [area, setArea] = useState<FrameArea | null>(null);
  const cancel = () => {
    releaseScreen();
    dispatch(drawingCancelled());
  };
  useEndOfSharing(cancel);
  const begin = (size: FrameSize) => {
    setSize(size);
    // The middle of the screen, to be drawn again or moved.
    const { width, height } = size;
    setArea(fitRegion({ x: width / 4, y: height / 4, width: width / 2, height: height / 2 }, size));
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && cancel()}
      title={t('region.title')}
      description={t('region.description')}
      closeLabel={t('region.cancel')}
      className="!max-w-4xl"
      footer={
        <>
          <Button onClick={cancel}>{t('region.cancel')}</Button>
          <Button
            variant="primary"
            disabled={!area}
            onClick={() => void dispatch(startCapture({ settings, area }))}
          >
            {t('region.start')}
          </Button>
        </>
      }
    >
      <RegionPreview size={size} area={area} onSize={begin} onDraw={setArea} />
      {size && area ? (
        <Figures area={area} onChange={(next) => setArea(fitRegion(next, size))} />
      ) : (
        <p role="status" className="mt-3 text-t2">
          {t('region.waiting')}
        </p>
      )}
    </Dialog>
  );
}

function RegionPreview(props: {
  size: FrameSize | null;
  area: FrameArea | null;
  onSize: (size: FrameSize) => void;
  onDraw: (area: FrameArea) => void;
}) {
  const { size, area, onSize, onDraw } = props;
  const { t } = useTranslation('screenCapture');
  const video = useRef<HTMLVideoElement>(null);
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = sharedScreen()?.stream ?? null;
  }, []);
  const toFrame = (event: PointerEvent<HTMLElement>, { width, height }: FrameSize) => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * width,
      y: ((event.clientY - box.top) / box.height) * height,
    };
  };
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <div
      className="relative touch-none overflow-hidden rounded-lg border border-line2 bg-inset select-none"
      onPointerDown={(event) => {
        if (!size) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(toFrame(event, size));
      }}
      onPointerMove={(event) => size && from && onDraw(regionBetween(from, toFrame(event, size), size))}
      onPointerUp={() => setFrom(null)}
    >
      <video
        ref={video}
        muted
        autoPlay
        playsInline
        aria-label={t('region.preview')}
        className="block w-full cursor-crosshair"
        onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) => {
          if (width > 0 && height > 0) onSize({ width, height });
        }}
      />
      {size && area && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute border-2 border-accent shadow-[0_0_0_200vmax_rgb(0_0_0/0.45)]"
          style={{
            left: percent(area.x, size.width),
            top: percent(area.y, size.height),
            width: percent(area.width, size.width),
            height: percent(area.height, size.height),
          }}
        />
      )}
    </div>
  );
}

function Figures({ area, onChange }: { area: FrameArea; onChange: (area: FrameArea) => void }) {
  const { t } = useTranslation('screenCapture');
  return (
    <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {FIELDS.map((field) => (
        <label key={field} className="grid gap-1.5 text-xs font-medium text-t2">
          {t(`region.${field}`)}
          <Input
            // A new figure from elsewhere replaces what is typed.
            key={area[field]}
            type="number"
            step={2}
            min={0}
            defaultValue={area[field]}
            onBlur={({ target: { valueAsNumber: value } }) =>
              Number.isFinite(value) && value !== area[field] && onChange({ ...area, [field]: value })
            }
          />
        </label>
      ))}
    </div>
  );
}

/** Anyone who stops sharing while drawing has changed their mind. */
function useEndOfSharing(onEnded: () => void): void {
  useEffect(() => {
    const track = sharedScreen()?.track;
    track?.addEventListener('ended', onEnded);
    return () => track?.removeEventListener('ended', onEnded);
  });
}
