/** Pan as the document writes it: `C`, `L{n}` or `R{n}`. */
export function formatPan(pan: number): string {
  const whole = Math.round(pan);
  if (whole === 0) return 'C';
  return whole < 0 ? `L${-whole}` : `R${whole}`;
}
