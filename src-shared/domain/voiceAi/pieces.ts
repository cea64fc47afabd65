/** Ends of sentences, then of clauses, then gaps between words: where a text is cut, the best first. */
const CUTS = [/[.!?…。！？]["'”’)]*\s+|\n+|[。！？]/g, /[,;:、，；]\s*/g, /\s+/g];

/** A text in pieces of at most `maxLength` signs, cut after sentences where that can be; no sign is lost but space at cuts. */
export function splitText(text: string, maxLength: number): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > maxLength) {
    const end = cutOf(rest, maxLength);
    const piece = rest.slice(0, end).trim();
    if (piece !== '') pieces.push(piece);
    rest = rest.slice(end).trim();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}

export interface Sentence {
  text: string;
  /** A new line follows it. */
  endsParagraph: boolean;
}

/** The sentences of a text, each of at most `maxLength` signs. */
export function sentencesOf(text: string, maxLength: number): Sentence[] {
  return text.split(/\n+/).flatMap((paragraph) => {
    const sentences = paragraph.split(/(?<=[.!?…]["'”’)]*)\s+|(?<=[。！？])/u);
    const pieces = sentences.flatMap((sentence) => splitText(sentence, maxLength));
    return pieces.map((piece, index) => ({ text: piece, endsParagraph: index === pieces.length - 1 }));
  });
}

function cutOf(text: string, maxLength: number): number {
  // One sign more: a gap just behind the piece belongs to neither.
  const head = text.slice(0, maxLength + 1);
  for (const cut of CUTS) {
    const ends = [...head.matchAll(cut)].map((match) => match.index + match[0].trimEnd().length);
    const last = ends.findLast((end) => end > 0 && end <= maxLength);
    if (last !== undefined) return last;
  }
  // Never between the two halves of one sign.
  const code = text.charCodeAt(maxLength - 1);
  return code >= 0xd800 && code <= 0xdbff ? maxLength - 1 : maxLength;
}
