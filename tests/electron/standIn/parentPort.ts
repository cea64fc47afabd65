/** Loaded before a utility process's program: gives it `process.parentPort` and takes Node's own port away. */
import { EventEmitter } from 'node:events';

const sendToParent = process.send?.bind(process);
const waiting: unknown[] = [];
let isHeard = false;

class StandInParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    sendToParent?.(message);
  }
}

const parentPort = new StandInParentPort();
process.on('message', (message) => {
  if (isHeard) parentPort.emit('message', { data: message, ports: [] });
  else waiting.push(message);
});
process.once('disconnect', () => process.exit(0));
// Electron keeps messages until somebody listens.
parentPort.on('newListener', (event: string) => {
  if (event !== 'message' || isHeard) return;
  isHeard = true;
  setImmediate(() => {
    for (const message of waiting.splice(0)) parentPort.emit('message', { data: message, ports: [] });
  });
});
Object.assign(process, { parentPort, type: 'utility', send: undefined });
