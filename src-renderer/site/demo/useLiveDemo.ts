import { useEffect, useRef, useState } from 'react';
import type { DemoFailure, DemoSource, DemoState } from './demo.ts';
import type { Listening } from '../../../src-shared/domain/liveChain.ts';
import { createDemoMeter, type DemoMeter } from './demoMeter.ts';
import type { DemoSession } from './demoSession.ts';

export interface LiveDemo {
  state: DemoState;
  hearing: Listening;
  meter: DemoMeter;
  hear: (hearing: Listening) => void;
  /** Starts with this source, or stops where it runs with it. */
  toggle: (source: DemoSource) => void;
}

/** The demonstration of one page. Its engine is fetched when it is started for the first time. */
export function useLiveDemo(): LiveDemo {
  const [state, setState] = useState<DemoState>({ kind: 'idle' });
  const [hearing, setHearing] = useState<Listening>('raw');
  const [meter] = useState(createDemoMeter);
  const session = useRef<DemoSession | null>(null);
  const run = useRef<AbortController | null>(null);

  const close = async () => {
    run.current?.abort();
    run.current = null;
    const running = session.current;
    session.current = null;
    meter.reset();
    await running?.stop();
  };

  const start = async (source: DemoSource) => {
    const own = new AbortController();
    run.current = own;
    // A microphone beside a loudspeaker howls: it is not heard before that is asked for.
    const first = source === 'microphone' ? 'off' : 'raw';
    setHearing(first);
    setState({ kind: 'starting', source });
    const end = (failure: DemoFailure) => {
      if (own.signal.aborted) return;
      run.current = session.current = null;
      meter.reset();
      setState({ kind: 'ended', failure });
    };
    const engine = await import('./demoSession.ts').catch(() => null);
    if (!engine) return end({ kind: 'notLoaded' });
    if (own.signal.aborted) return;
    try {
      const started = await engine.startDemo({
        source,
        hearing: first,
        onRecords: (records) => own.signal.aborted || meter.add(records),
        onEnded: end,
      });
      if (own.signal.aborted) return await started.stop();
      session.current = started;
      setState({ kind: 'running', source });
    } catch (error) {
      end(engine.demoFailureOf(error));
    }
  };

  useEffect(
    () => () => {
      run.current?.abort();
      void session.current?.stop();
    },
    [],
  );

  return {
    state,
    hearing,
    meter,
    hear(next) {
      setHearing(next);
      session.current?.hear(next);
    },
    toggle(source) {
      const isOn = (state.kind === 'starting' || state.kind === 'running') && state.source === source;
      const closed = close();
      setState({ kind: 'idle' });
      if (!isOn) void closed.then(() => start(source));
    },
  };
}
