import { useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { PIXEL_FRAMES } from '../../../src-shared/domain/trackingPixels.ts';
import { useReadPixelsQuery, type ActivePixel } from './pixelsApi.ts';

/** The pixels that are on, each in a frame without an origin; another page is another view, and a new frame. */
export default function PixelFrames() {
  const { data } = useReadPixelsQuery();
  const { pathname } = useLocation();
  return (
    <div hidden>
      {data?.map((pixel) => (
        <PixelFrame key={`${pixel.id} ${pathname}`} pixel={pixel} />
      ))}
    </div>
  );
}

function PixelFrame({ pixel: { pixel_type: type, pixel_id: id } }: { pixel: ActivePixel }) {
  const frame = useRef<HTMLIFrameElement>(null);
  // No query and no fragment: they may hold what is nobody's business. A frame without an origin can only be told by '*'.
  const tell = () =>
    frame.current?.contentWindow?.postMessage(
      { type, id, page: `${location.origin}${location.pathname}` },
      '*',
    );
  return (
    <iframe
      ref={frame}
      src={type === 'custom' ? PIXEL_FRAMES.custom : PIXEL_FRAMES.typed}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title="Tracking pixel"
      tabIndex={-1}
      onLoad={tell}
    />
  );
}
