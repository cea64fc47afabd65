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

const A4: [number, number] = [595.28, 841.89];
const MARGIN = 56;
const RIGHT = A4[0] - MARGIN;
const INK = rgb(0.07, 0.08, 0.11);
const QUIET = rgb(0.38, 0.4, 0.46);
const LINE = rgb(0.85, 0.86, 0.89);
/** Where the columns of the row begin; the last one ends at the right. */
const COLUMN_X = [MARGIN, 322, 376, RIGHT];
const WHAT_WIDTH = 250;

/** One page for each; the bytes of the file. */
export async function makeInvoicePdf(invoices: readonly InvoicePageTexts[]): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const pen = {
    regular: await file.embedFont(StandardFonts.Helvetica),
    bold: await file.embedFont(StandardFonts.HelveticaBold),
  };
  file.setTitle(invoices.length === 1 ? (invoices[0]?.number ?? '') : (invoices[0]?.title ?? ''));
  file.setCreator('SoundDesk');
  for (const invoice of invoices) {
    const page = file.addPage(A4);
    drawInvoice(page, pen, invoice);
    finishPage(page);
  }
  return file.save();
}

/**
 * Keeps of a page what stands in the file, about 1 kB, and not each of its strokes as an object until the end: 500 pages
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

function drawInvoice(page: PDFPage, pen: Pen, invoice: InvoicePageTexts): void {
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
  drawParty(write, pen, MARGIN, invoice.fromLabel, invoice.from);
  drawParty(write, pen, 322, invoice.toLabel, invoice.to);
  let y = 520;
  invoice.columns.forEach((column, index) => writeCell(write, column, index, { y, isQuiet: true }));
  rule(y - 9);
  y -= 28;
  const [what = '', ...cells] = invoice.row;
  wrap(what, pen.regular, 10, WHAT_WIDTH).forEach((line, index) => write(line, { y: y - index * 14 }));
  cells.forEach((cell, index) => writeCell(write, cell, index + 1, { y }));
  y -= 56;
  rule(y + 20);
  invoice.sums.forEach(([name, value], index) => {
    const isLast = index === invoice.sums.length - 1;
    const look = { y, size: isLast ? 14 : 10, isBold: isLast };
    write(name, { ...look, x: 322, isQuiet: !isLast });
    write(value, { ...look, isRight: true });
    y -= isLast ? 26 : 18;
    if (index === invoice.sums.length - 2) y -= 6;
  });
  const notes = invoice.notes.flatMap((note) => wrap(note, pen.regular, 9, RIGHT - MARGIN));
  notes.forEach((line, index) =>
    write(line, { y: 70 + (notes.length - 1 - index) * 13, size: 9, isQuiet: true }),
  );
}

type Write = (text: string, options: TextOptions) => void;

function drawParty(write: Write, pen: Pen, x: number, label: string, lines: readonly string[]): void {
  write(label, { x, y: 650, isQuiet: true });
  lines
    .flatMap((line) => wrap(line, pen.regular, 10, 215))
    .slice(0, 7)
    .forEach((line, index) => write(line, { x, y: 632 - index * 14, isBold: index === 0 }));
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

/** Lines no wider than that; a word that is wider alone is cut. */
function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    for (const word of writable(paragraph, font).split(/\s+/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line === '' || font.widthOfTextAtSize(longer, size) <= width) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    lines.push(line);
  }
  return lines.map((line) => {
    let shown = line;
    while (font.widthOfTextAtSize(shown, size) > width) shown = shown.slice(0, -1);
    return shown;
  });
}

/**
 * What the fonts that every reader has can write: Western European letters. Others lose their accent (ő → o), or stand as
 * a question mark.
 */
function writable(text: string, font: PDFFont): string {
  const known = lettersOf(font);
  const isKnown = (letter: string) => known.has(letter.codePointAt(0) ?? 0);
  return Array.from(text.normalize('NFC').replaceAll(/[\t\u00a0\u202f]/g, ' '), (letter) => {
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
