import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeInvoicePdf, type DrawLetters, type InvoicePageTexts } from './invoicePdf.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sounddesk-invoice-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const invoice = (to: readonly string[]): InvoicePageTexts => ({
  title: 'Invoice',
  number: 'SD-2026-000001',
  fromLabel: 'From',
  from: ['Sound Ltd', '1 Quay\nDublin', 'IE', 'Tax number: IE1234567X'],
  toLabel: 'To',
  to,
  facts: [
    ['Date', 'Nov 23, 2026'],
    ['Status', 'Paid'],
  ],
  columns: ['For', 'Seats', 'Price', 'Amount'],
  row: ['Difference for Professional, monthly\nNov 23 to Dec 23, 2026', '120', '$14.00', '$1,680.00'],
  sums: [
    ['Net', '$1,411.76'],
    ['VAT 19 %', '$268.24'],
    ['Amount', '$1,680.00'],
    ['Refunded', '\u2013$12.50'],
    ['Total', '$1,667.50 USD'],
  ],
  notes: ['The tax is in the amount.'],
});
async function textOf(page: InvoicePageTexts, drawLetters?: DrawLetters, name = 'invoice'): Promise<string> {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, await makeInvoicePdf([page], drawLetters));
  const images = process.env.SOUNDDESK_SCREENSHOTS;
  if (images !== undefined) {
    mkdirSync(images, { recursive: true });
    execFileSync('pdftoppm', ['-r', '70', '-png', path, join(images, name)]);
  }
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
}

describe('the page of an invoice', () => {
  it('keeps all of a long name, address and tax number, and moves what is below them', async () => {
    const name = `${'Gesellschaft für Tontechnik '.repeat(6)}mbH`;
    const address = Array.from({ length: 12 }, (_, n) => `Line ${n + 1} of the address`).join('\n');
    const text = await textOf(
      invoice([name, address, 'DE', 'Tax number: DE123456789']),
      undefined,
      'pdf-long',
    );
    for (const kept of ['mbH', 'Line 1 of', 'Line 12 of the address', 'Tax number: DE123456789', '$1,667.50'])
      expect(text).toContain(kept);
    expect(text.indexOf('DE123456789')).toBeLessThan(text.indexOf('Difference for Professional'));
  });

  it('breaks what has no spaces instead of cutting it, and sets smaller what is longer than a column', async () => {
    const name = Array.from({ length: 200 }, (_, n) => String.fromCharCode(97 + (n % 26))).join('');
    const address = Array.from({ length: 60 }, (_, n) => `r${n}`).join('\n');
    const page = invoice([name, address, 'DE', `Tax number: ${'9'.repeat(50)}`]);
    const text = await textOf(page, undefined, 'pdf-longest');
    const [to = ''] = text.split('Difference');
    expect(to.replaceAll(/\s/g, '')).toContain('r58,r59');
    expect((to.match(/9/g) ?? []).length).toBeGreaterThanOrEqual(50);
    expect(text).toContain('$1,667.50');
  });

  it('has letters that its fonts lack drawn, once for each who is billed, and others not', async () => {
    const drawn: (readonly string[])[] = [];
    const drawLetters: DrawLetters = (lines) => {
      drawn.push(lines);
      return Promise.resolve({ png: PIXEL, heightPt: 28 });
    };
    const greek = invoice(['Ήχος ΑΕ', 'GR']);
    const greekTax = { ...greek, sums: [['ΦΠΑ 24 %', '$1.94'] as const, ...greek.sums] };
    // An accent that the fonts lack is part of the name.
    const files = [greek, greekTax, greekTax, invoice(['Dvořák?', 'CZ'])];
    const bytes = await makeInvoicePdf(files, drawLetters);
    expect(bytes.length).toBeGreaterThan(1000);
    expect(drawn).toEqual([['Ήχος ΑΕ', 'GR'], ['ΦΠΑ 24 %'], ['Dvořák?', 'CZ']]);
    drawn.length = 0;
    // The second name has its accents as letters of their own.
    const western = await textOf(
      invoice(['Studio Äther?', 'Malmo\u0308\u00a0\u2013 Œuvre\r\n€ \u201equoted\u201c', 'SE']),
      drawLetters,
    );
    expect(drawn).toEqual([]);
    expect(western).toContain('Studio Äther?');
    expect(western).toContain('Malmö \u2013 Œuvre');
  });

  it('has it drawn smaller where it is higher than its place', async () => {
    const asked: (readonly [number, string])[] = [];
    const drawLetters: DrawLetters = (lines, { sizePt, leadingPt }) => {
      asked.push([sizePt, lines.join('|')]);
      const count = lines.join('\n').split('\n').length;
      return Promise.resolve({ png: PIXEL, heightPt: count * leadingPt });
    };
    const text = await textOf(invoice(['Ήχος', Array(40).fill('Οδός').join('\n'), 'GR']), drawLetters);
    expect(asked.map(([size]) => size)).toEqual([10, 8]);
    expect(asked[1]?.[1]).toContain('Οδός, Οδός');
    expect(text).toContain('$1,667.50');
  });

  it('is written with question marks where nobody can draw', async () => {
    expect(await textOf(invoice(['Ήχος', 'GR']))).toContain('????');
  });
});
