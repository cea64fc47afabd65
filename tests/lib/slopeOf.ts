/** Least squares, for each step from one value to the next. */
export function slopeOf(values: readonly number[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
  const [middle, level] = [(values.length - 1) / 2, mean(values)];
  const over = values.reduce((sum, value, at) => sum + (at - middle) * (value - level), 0);
  return over / values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
}
