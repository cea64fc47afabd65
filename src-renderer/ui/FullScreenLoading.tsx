import { Spinner } from './Spinner.tsx';

/** The whole page waits. Appears after a moment, so that a quick start shows no flicker. */
export function FullScreenLoading({ label }: { label: string }) {
  return (
    <div
      role="status"
      className="grid min-h-dvh place-content-center justify-items-center gap-4 text-t2 animate-fade-in"
    >
      <Spinner sizePx={28} className="text-accent" />
      <p>{label}</p>
    </div>
  );
}
