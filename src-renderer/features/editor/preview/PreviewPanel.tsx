import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { mediaOf, type Project } from '../../../../src-shared/domain/edit/document.ts';
import type { DrawnFrame } from '../../../media/editor/preview.ts';
import { classNames } from '../../../lib/classNames.ts';
import { selectProject } from '../editorSlice.ts';
import { useWorkbench } from '../workbench.ts';
import type { PreviewLook } from './previewLook.ts';
import { Scopes } from './Scopes.tsx';
import { timecodeOf } from './timecode.ts';
import { TransportBar } from './TransportBar.tsx';

/** The frame at the playhead, and what moves the playhead. */
export function PreviewPanel() {
  const { t } = useTranslation('editor');
  const { previewStore, stageRef } = useWorkbench();
  const [look, setLook] = useState<PreviewLook>({
    zoom: 1,
    hasSafeAreas: false,
    isBefore: false,
    hasScopes: false,
  });
  useEffect(() => previewStore.setBefore(look.isBefore), [previewStore, look.isBefore]);
  return (
    <section
      aria-label={t('preview.label')}
      className="flex min-h-0 min-w-0 flex-col overflow-hidden rounded-xl border border-line bg-panel"
    >
      <div ref={stageRef} className="relative grid min-h-0 grow overflow-auto bg-black [container-type:size]">
        <Frame look={look} />
        <Problems />
      </div>
      <TransportBar look={look} onLook={(changes) => setLook({ ...look, ...changes })} />
      {look.hasScopes && <Scopes store={previewStore} />}
    </section>
  );
}

function Frame({ look }: { look: PreviewLook }) {
  const { t } = useTranslation('editor');
  const { previewStore } = useWorkbench();
  const project = useSelector(selectProject);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  useShownFrame(canvasRef, project?.rate);
  const isLoading = useSyncExternalStore(previewStore.subscribe, () => {
    const { frame, error } = previewStore.read();
    return frame === null && error === null;
  });
  if (!project) return null;
  const { width, height } = project.canvas;
  return (
    <div
      className="relative m-auto"
      style={{
        aspectRatio: `${width} / ${height}`,
        width: `calc(min(100cqw, 100cqh * ${width / height}) * ${look.zoom})`,
      }}
    >
      <canvas ref={canvasRef} role="img" className="block size-full" />
      {isLoading && (
        <p role="status" className="absolute inset-0 grid place-items-center text-xs text-white/70">
          {t('preview.loading')}
        </p>
      )}
      {look.hasSafeAreas && (
        <>
          <span aria-hidden="true" className="absolute inset-[5%] border border-white/60" />
          <span aria-hidden="true" className="absolute inset-[10%] border border-white/40" />
        </>
      )}
    </div>
  );
}

/** Writes each drawn frame onto the canvas, and which one it is, outside React. */
function useShownFrame(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  rate: Project['rate'] | undefined,
): void {
  const { t } = useTranslation('editor');
  const { previewStore } = useWorkbench();
  useEffect(() => {
    const show = () => {
      const canvas = canvasRef.current;
      if (!canvas || !rate) return;
      const frame = previewStore.shown();
      if (frame) showFrame(canvas, frame);
      const timecode = timecodeOf({ rate }, previewStore.read().frame ?? 0);
      canvas.setAttribute('aria-label', t('preview.frame', { timecode }));
    };
    show();
    // A browser may take the image away, of a page in the background for example.
    const canvas = canvasRef.current;
    canvas?.addEventListener('contextrestored', show);
    const unsubscribe = previewStore.subscribe(show);
    return () => {
      canvas?.removeEventListener('contextrestored', show);
      unsubscribe();
    };
  }, [previewStore, canvasRef, rate, t]);
}

function showFrame(canvas: HTMLCanvasElement, frame: DrawnFrame): void {
  if (canvas.width !== frame.width) canvas.width = frame.width;
  if (canvas.height !== frame.height) canvas.height = frame.height;
  canvas
    .getContext('2d', { alpha: false })
    ?.putImageData(new ImageData(frame.rgba, frame.width, frame.height), 0, 0);
  canvas.dataset.hash = frame.hash;
}

const NO_PROBLEMS: DrawnFrame['problems'] = [];

function Problems() {
  const { t } = useTranslation('editor');
  const { previewStore, transport } = useWorkbench();
  const project = useSelector(selectProject);
  const error = useSyncExternalStore(previewStore.subscribe, () => previewStore.read().error);
  const { error: soundError } = useSyncExternalStore(transport.subscribe, transport.read);
  const problems = useSyncExternalStore(previewStore.subscribe, () => {
    const { problems: shown } = previewStore.shown() ?? {};
    return shown && shown.length > 0 ? shown : NO_PROBLEMS;
  });
  const messages = [
    ...(error === null ? [] : [t('preview.failed', { reason: error })]),
    ...(soundError === null ? [] : [t('preview.soundFailed', { reason: soundError })]),
    ...problems.map(({ mediaId, message }) => {
      const name = (project && mediaOf(project, { mediaId })?.name) ?? mediaId;
      return t('preview.problem', { name, reason: message });
    }),
  ];
  if (messages.length === 0) return null;
  return (
    <ul className="absolute inset-x-0 top-0 bg-panel/95 p-2 text-xs">
      {messages.map((message) => (
        <li key={message} role="alert" className={classNames('text-red-text')}>
          {message}
        </li>
      ))}
    </ul>
  );
}
