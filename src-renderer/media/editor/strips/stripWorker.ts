/** A worker: runs the chains of tracks for a preview. */
import { StripLine } from './stripLine.ts';
import type { StripCommand, StripEvent } from './stripMessages.ts';

const lines = new Map<number, StripLine>();
const send = (event: StripEvent, transfer: Transferable[] = []) => postMessage(event, { transfer });

addEventListener('message', ({ data }: MessageEvent<StripCommand>) => {
  try {
    handle(data);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: 'failed', line: data.line, message });
  }
});

function handle(command: StripCommand): void {
  const { line } = command;
  switch (command.kind) {
    case 'open':
      lines.set(line, new StripLine(command.settings));
      return;
    case 'close':
      lines.delete(line);
      return;
    case 'push': {
      const made = lines.get(line)?.push(command.block, command.isLast);
      if (!made) throw new Error('This chain is closed.');
      const samples = new Float32Array(made);
      send({ kind: 'made', line, samples }, [samples.buffer]);
    }
  }
}
