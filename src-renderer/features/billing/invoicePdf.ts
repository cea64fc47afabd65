/** Invoices as pages of a PDF. Loaded when one is asked for. */
import {
  PDFArray,
  PDFContentStream,
  PDFDocument,
  PDFRawStream,
  PDFRef,
  rgb,
  StandardFonts,
  type PDFFont,
  type PDFImage,
  type PDFPage,
} from 'pdf-lib';

/** Texts of one invoice, as they stand on its page. */
export interface InvoicePageTexts {
  title: string;
  number: string;
  /** Whom it is from, and whom it is for, line by line. */
  from: readonly string[];
  to: readonly string[];
  /** Facts at the top right: name and value. */
  facts: readonly (readonly [string, string])[];
  /** What it is for: columns, and the one row below them. */
  columns: readonly string[];
  row: readonly string[];
  /** The last one is set large. */
  sums: readonly (readonly [string, string])[];
  notes: readonly string[];
  fromLabel: string;
  toLabel: string;
}

/** How texts are set that are drawn. */
export interface LettersLook {
  widthPt: number;
  sizePt: number;
  leadingPt: number;
  /** The first text of several is a name. */
  isFirstBold: boolean;
  /** As CSS names a colour. */
  ink: string;
}

/** Texts in letters that the fonts of a PDF lack, drawn as an image of that width; null where that cannot be done. */
export type DrawLetters = (
  texts: readonly string[],
  look: LettersLook,
) => Promise<{ png: Uint8Array; heightPt: number } | null>;

const A4: [number, number] = [595.28, 841.89];
const MARGIN = 56;
const RIGHT = A4[0] - MARGIN;
const INK = rgb(0.07, 0.08, 0.11);
const QUIET = rgb(0.38, 0.4, 0.46);
const LINE = rgb(0.85, 0.86, 0.89);
/** Where the columns of the row begin; the last one ends at the right. */
const COLUMN_X = [MARGIN, 322, 376, RIGHT];
const WHAT_WIDTH = 250;
/** The first line of whom it is from and for; below them the table begins, higher than this only. */
const PARTY_Y = 632;
const PARTY_WIDTH = 215;
const TABLE_Y = 520;
/** Set one line a paragraph, or, where there are more than fit, smaller and without breaks. */
const PARTY_LINES_MOST = 19;
const ROOMY: LettersLook = {
  widthPt: PARTY_WIDTH,
  sizePt: 10,
  leadingPt: 14,
  isFirstBold: true,
  ink: '#12141c',
};
const TIGHT: LettersLook = { ...ROOMY, sizePt: 8, leadingPt: 11 };
/** What a sum is called: as far as the figures leave room. */
const SUM_X = 322;
const SUM: LettersLook = { ...ROOMY, widthPt: 150, isFirstBold: false, ink: '#616675' };

/** One page for each; the bytes of the file. */
export async function makeInvoicePdf(
  invoices: readonly InvoicePageTexts[],
  drawLetters: DrawLetters = () => Promise.resolve(null),
): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const pen = {
    regular: await file.embedFont(StandardFonts.Helvetica),
    bold: await file.embedFont(StandardFonts.HelveticaBold),
  };
  file.setTitle(invoices.length === 1 ? (invoices[0]?.number ?? '') : (invoices[0]?.title ?? ''));
  file.setCreator('SoundDesk');
  // Most invoices of a file are for the same, and have the same tax.
  const blocks = new Map<string, Promise<Block>>();
  const blockOf = (texts: readonly string[], looks: readonly LettersLook[]) => {
    const key = JSON.stringify([texts, looks[0]?.isFirstBold]);
    const known = blocks.get(key) ?? layOut(file, pen, texts, { looks, drawLetters });
    blocks.set(key, known);
    return known;
  };
  for (const invoice of invoices) {
    const from = await blockOf(invoice.from, [ROOMY, TIGHT]);
    const to = await blockOf(invoice.to, [ROOMY, TIGHT]);
    const sums = await Promise.all(invoice.sums.map(([name]) => blockOf([name], [SUM])));
    const page = file.addPage(A4);
    drawInvoice(page, pen, invoice, { from, to, sums });
    finishPage(page);
  }
  return file.save();
}

/**
 * Keeps of a page what is in the file, about 1 kB, and not each of its strokes as an object until the end: 500 pages
 * then hold a third of what they held.
 */
function finishPage({ node, doc: { context } }: PDFPage): void {
  const contents = node.Contents();
  const refs = contents instanceof PDFArray ? contents.asArray() : [];
  for (const ref of refs) {
    const drawn = context.lookup(ref);
    if (!(ref instanceof PDFRef) || !(drawn instanceof PDFContentStream)) continue;
    context.assign(ref, PDFRawStream.of(drawn.dict, drawn.getContents()));
  }
}

interface Pen {
  regular: PDFFont;
  bold: PDFFont;
}

interface TextOptions {
  x?: number;
  y: number;
  size?: number;
  isBold?: boolean;
  isQuiet?: boolean;
  isRight?: boolean;
}

/** Texts as they are set: in lines, or as an image. */
interface Block {
  lines: readonly { text: string; isBold: boolean }[];
  look: LettersLook;
  image: PDFImage | null;
  heightPt: number;
}

/** In the first look, or, where that is too long, in the last one. */
async function layOut(
  file: PDFDocument,
  { regular, bold }: Pen,
  texts: readonly string[],
  { looks, drawLetters }: { looks: readonly LettersLook[]; drawLetters: DrawLetters },
): Promise<Block> {
  const isWritten = texts.every((text) => canWrite(text, regular));
  const [roomy = ROOMY, tight] = looks;
  const inTight = texts.map((text) => text.replaceAll(/\s*\n\s*/g, ', '));
  const most = PARTY_LINES_MOST * ROOMY.leadingPt;
  const first = isWritten ? null : await drawLetters(texts, roomy);
  const isTooHigh = tight !== undefined && first !== null && first.heightPt > most;
  const drawn = isTooHigh ? await drawLetters(inTight, tight) : first;
  if (drawn) {
    const look = isTooHigh ? tight : roomy;
    return { lines: [], look, image: await file.embedPng(drawn.png), heightPt: drawn.heightPt };
  }
  const set = (given: readonly string[], look: LettersLook): Block => {
    const lines = given.flatMap((text, index) => {
      const isBold = look.isFirstBold && index === 0;
      return wrap(text, isBold ? bold : regular, look.sizePt, look.widthPt).map((line) => ({
        text: line,
        isBold,
      }));
    });
    return { lines, look, image: null, heightPt: lines.length * look.leadingPt };
  };
  const block = set(texts, roomy);
  return tight === undefined || block.heightPt <= most ? block : set(inTight, tight);
}

function drawInvoice(
  page: PDFPage,
  pen: Pen,
  invoice: InvoicePageTexts,
  { from, to, sums }: { from: Block; to: Block; sums: readonly Block[] },
): void {
  const write = (text: string, options: TextOptions) => drawText(page, pen, text, options);
  const rule = (y: number) =>
    page.drawLine({ start: { x: MARGIN, y }, end: { x: RIGHT, y }, thickness: 0.75, color: LINE });
  write('SoundDesk', { y: 770, size: 15, isBold: true });
  write(invoice.title, { y: 722, size: 26, isBold: true });
  write(invoice.number, { y: 702, size: 11, isQuiet: true });
  invoice.facts.forEach(([name, value], index) => {
    const y = 770 - index * 17;
    write(name, { x: 400, y, isQuiet: true });
    write(value, { y, isRight: true });
  });
  rule(676);
  write(invoice.fromLabel, { y: 650, isQuiet: true });
  drawBlock(page, write, from, { y: PARTY_Y });
  write(invoice.toLabel, { x: SUM_X, y: 650, isQuiet: true });
  drawBlock(page, write, to, { x: SUM_X, y: PARTY_Y });
  let y = Math.min(TABLE_Y, PARTY_Y - Math.max(from.heightPt, to.heightPt) - 14);
  invoice.columns.forEach((column, index) => writeCell(write, column, index, { y, isQuiet: true }));
  rule(y - 9);
  y -= 28;
  const [what = '', ...cells] = invoice.row;
  const whatLines = wrap(what, pen.regular, 10, WHAT_WIDTH);
  whatLines.forEach((line, index) => write(line, { y: y - index * 14 }));
  cells.forEach((cell, index) => writeCell(write, cell, index + 1, { y }));
  y -= Math.max(56, whatLines.length * 14 + 28);
  rule(y + 20);
  invoice.sums.forEach(([name, value], index) => {
    const isLast = index === invoice.sums.length - 1;
    const look = { y, size: isLast ? 14 : 10, isBold: isLast };
    const block = sums[index];
    if (isLast || !block) write(name, { ...look, x: SUM_X, isQuiet: !isLast });
    else drawBlock(page, write, block, { x: SUM_X, y, isQuiet: true });
    write(value, { ...look, isRight: true });
    y -= isLast ? 26 : 4 + (block?.heightPt ?? ROOMY.leadingPt);
    if (index === invoice.sums.length - 2) y -= 6;
  });
  const notes = invoice.notes.flatMap((note) => wrap(note, pen.regular, 9, RIGHT - MARGIN));
  notes.forEach((line, index) =>
    write(line, { y: 70 + (notes.length - 1 - index) * 13, size: 9, isQuiet: true }),
  );
}

type Write = (text: string, options: TextOptions) => void;

function drawBlock(page: PDFPage, write: Write, block: Block, options: TextOptions): void {
  const { lines, look, image, heightPt } = block;
  const { x = MARGIN, y } = options;
  if (image) {
    page.drawImage(image, { x, y: y + look.sizePt - heightPt, width: look.widthPt, height: heightPt });
    return;
  }
  lines.forEach(({ text, isBold }, index) =>
    write(text, { ...options, y: y - index * look.leadingPt, size: look.sizePt, isBold }),
  );
}

function writeCell(write: Write, text: string, index: number, options: TextOptions): void {
  if (index === COLUMN_X.length - 1) write(text, { ...options, isRight: true });
  else write(text, { ...options, x: COLUMN_X[index] ?? MARGIN });
}

function drawText(page: PDFPage, { regular, bold }: Pen, text: string, options: TextOptions): void {
  const { x = MARGIN, y, size = 10, isBold = false, isQuiet = false, isRight = false } = options;
  const font = isBold ? bold : regular;
  const shown = writable(text, font);
  const left = isRight ? RIGHT - font.widthOfTextAtSize(shown, size) : x;
  page.drawText(shown, { x: left, y, size, font, color: isQuiet ? QUIET : INK });
}

/** Lines no wider than that; a word that is wider alone is broken. */
function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    for (const word of writable(paragraph, font).split(/\s+/).flatMap(breakWord)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line === '' || fits(longer)) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    lines.push(line);
  }
  return lines;

  function fits(shown: string): boolean {
    return font.widthOfTextAtSize(shown, size) <= width;
  }
  function breakWord(word: string): string[] {
    const parts: string[] = [];
    let part = '';
    for (const letter of word) {
      if (part !== '' && !fits(part + letter)) {
        parts.push(part);
        part = '';
      }
      part += letter;
    }
    return [...parts, part];
  }
}

/** Whether the fonts have each of its letters as it is: a name that loses its accents is another name. */
const canWrite = (text: string, font: PDFFont): boolean =>
  writable(text, font) === text.normalize('NFC').replaceAll(SPACES, ' ');

const SPACES = /[\t\n\r\u00a0\u202f]/g;

/**
 * What the fonts that every reader has can write: Western European letters. Where nobody draws them, others lose their
 * accent (ő → o), or stand as a question mark.
 */
function writable(text: string, font: PDFFont): string {
  const known = lettersOf(font);
  const isKnown = (letter: string) => known.has(letter.codePointAt(0) ?? 0);
  return Array.from(text.normalize('NFC').replaceAll(SPACES, ' '), (letter) => {
    if (isKnown(letter)) return letter;
    const plain = letter.normalize('NFD').slice(0, 1);
    return isKnown(plain) ? plain : '?';
  }).join('');
}

/** Read once for a font: it is asked for each text. */
const LETTERS = new WeakMap<PDFFont, ReadonlySet<number>>();
function lettersOf(font: PDFFont): ReadonlySet<number> {
  const letters = LETTERS.get(font) ?? new Set(font.getCharacterSet());
  LETTERS.set(font, letters);
  return letters;
}
