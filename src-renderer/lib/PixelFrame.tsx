import { useRef, type RefObject } from 'react';
import { PIXEL_FRAMES, type PixelType } from '../../src-shared/domain/trackingPixels.ts';

interface PixelFrameProps {
  type: PixelType;
  id: string;
  /** Address that the provider gets, without query and fragment: they may hold what is nobody's business. */
  page: string;
  /** Has the frame report its requests and their answers. */
  tested?: RefObject<HTMLIFrameElement | null>;
}

/** One tracking pixel, in a frame without an origin. */
export function PixelFrame({ type, id, page, tested }: PixelFrameProps) {
  const own = useRef<HTMLIFrameElement>(null);
  const frame = tested ?? own;
  // A frame without an origin can only be reported by '*'.
  const notify = () =>
    frame.current?.contentWindow?.postMessage({ type, id, page, isTest: tested !== undefined }, '*');
  return (
    <iframe
      ref={frame}
      src={type === 'custom' ? PIXEL_FRAMES.custom : PIXEL_FRAMES.typed}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title="Tracking pixel"
      tabIndex={-1}
      onLoad={notify}
    />
  );
}
