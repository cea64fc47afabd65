import { useState } from 'react';

export type Step =
  | { kind: 'parameter'; index: number; from: number; to: number }
  | { kind: 'state'; from: string; to: string };

const MAX_STEPS = 200;

/** What was done, to be undone and redone. */
export function useSteps(play: (step: Step, isBack: boolean) => Promise<unknown>) {
  const [past, setPast] = useState<readonly Step[]>([]);
  const [future, setFuture] = useState<readonly Step[]>([]);
  return {
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    remember: (step: Step) => {
      setPast((steps) => [...steps.slice(-MAX_STEPS), step]);
      setFuture([]);
    },
    async undo() {
      const step = past.at(-1);
      if (!step) return;
      setPast(past.slice(0, -1));
      setFuture([step, ...future]);
      await play(step, true);
    },
    async redo() {
      const [step, ...rest] = future;
      if (!step) return;
      setFuture(rest);
      setPast([...past, step]);
      await play(step, false);
    },
  };
}
