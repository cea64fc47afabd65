/** Class names that apply, in one string: `classNames('a', isOn && 'b')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
