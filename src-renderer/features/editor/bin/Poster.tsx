import { useEffect, useRef } from 'react';
import { useWorkbench } from '../workbench.ts';

const SIZE = { width: 48, height: 27 };
/** As clips on the timeline are asked for, so that one image is both. */
const ASKED_HEIGHT = 40;

/** A small image of what a media begins with, once it is there. */
export function Poster({ mediaId }: { mediaId: string }) {
  const { clipImages } = useWorkbench();
  const canvasRef = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isDrawn = false;
    const draw = () => {
      const context = canvasRef.current?.getContext('2d');
      const image = isDrawn ? null : clipImages.poster(mediaId, ASKED_HEIGHT);
      if (!image || !context) return;
      isDrawn = true;
      const scale = Math.max(SIZE.width / image.width, SIZE.height / image.height);
      const [width, height] = [image.width * scale, image.height * scale];
      context.drawImage(image, (SIZE.width - width) / 2, (SIZE.height - height) / 2, width, height);
    };
    const end = clipImages.subscribe(draw);
    draw();
    return () => void end();
  }, [clipImages, mediaId]);
  return (
    <canvas
      ref={canvasRef}
      aria-hidden="true"
      {...SIZE}
      className="h-[27px] w-12 shrink-0 rounded bg-raise"
    />
  );
}
