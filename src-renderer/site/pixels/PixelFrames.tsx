import { useLocation } from 'react-router-dom';
import { PixelFrame } from '../../lib/PixelFrame.tsx';
import { useReadPixelsQuery } from './pixelsApi.ts';

/** The pixels that are on, each in a frame without an origin; another page is another view, and a new frame. */
export default function PixelFrames() {
  const { data } = useReadPixelsQuery();
  const { pathname } = useLocation();
  return (
    <div hidden>
      {data?.map(({ id, pixel_type: type, pixel_id: pixelId }) => (
        <PixelFrame
          key={`${id} ${pathname}`}
          type={type}
          id={pixelId}
          page={`${location.origin}${location.pathname}`}
        />
      ))}
    </div>
  );
}
