/** What a promise brings, or that it did not within the limit. It continues: anyone who started it hears of its end. */
export async function within<T>(
  promise: Promise<T>,
  limitMs: number,
): Promise<{ isLate: false; value: T } | { isLate: true }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<{ isLate: true }>((resolve) => {
    timer = setTimeout(() => resolve({ isLate: true }), limitMs);
  });
  try {
    return await Promise.race([promise.then((value) => ({ isLate: false as const, value })), late]);
  } finally {
    clearTimeout(timer);
  }
}
