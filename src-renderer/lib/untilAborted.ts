/** What was promised, or the signal's reason as soon as it is given up: nobody waits for an answer that is not wanted any more. */
export async function untilAborted<Value>(promised: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  let stop = () => {};
  const given = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    stop = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([promised, given]);
  } finally {
    stop();
  }
}
