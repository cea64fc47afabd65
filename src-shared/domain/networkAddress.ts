/**
 * Whom a network address stands for, where callers are counted: an address of IPv4, or a network of IPv6, since one line
 * has 2^64 addresses of that kind. Empty where the text is no address: all of those count as one.
 */
export function networkOf(address: string): string {
  const text = address.trim().toLowerCase().replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1] ?? text;
  if (isIPv4(mapped)) return mapped;
  const groups = groupsOf(text);
  return groups === null ? '' : `${groups.slice(0, 4).join(':')}::/64`;
}

const isIPv4 = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255);

/** The eight groups of an IPv6 address without leading zeros (RFC 4291, section 2.2); null where it is none. */
function groupsOf(text: string): string[] | null {
  if (!/^[0-9a-f:.]{2,45}$/.test(text)) return null;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) =>
    (half === '' ? [] : half.split(':')).flatMap(withoutDots),
  );
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

/** The last two groups may be written as an address of IPv4. */
function withoutDots(group: string): string[] {
  if (!isIPv4(group)) return [group];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}
