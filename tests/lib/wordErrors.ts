/** Words of a text as they are compared: small letters, numbers and titles as they are spoken. */
export function comparedWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/\bmr\b\.?/g, 'mister')
    .replace(/\bmrs\b\.?/g, 'missus')
    .replaceAll('’', "'")
    .replace(/[^a-z0-9' ]+/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Words that are wrong, missing, or too many: the least number of changes from the one to the other. */
export function countWordErrors(said: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, at) => at);
  said.forEach((word, index) => {
    const next = [index + 1];
    heard.forEach((other, at) => {
      const changed = (row[at] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    });
    row = next;
  });
  return row.at(-1) ?? 0;
}
