import { utterancesOf, type Transcript } from './document.ts';

/** A file of a DOCX, which is a ZIP of them. */
export interface DocxPart {
  name: string;
  text: string;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
export const DOCX_TYPE = `${TYPE}.document`;

/**
 * A transcript for word processors, as ECMA-376 describes the least of it (https://ecma-international.org/publications-and-standards/standards/ecma-376/,
 * part 1, 11.2): a title, then each speaker's name and time in bold before what they say.
 */
export function docxParts(transcript: Transcript, title: string): DocxPart[] {
  const said = utterancesOf(transcript);
  const isNamed = new Set(said.map(({ trackId }) => trackId)).size > 1;
  const paragraphs = said.map(({ speaker, startSec, text }) =>
    paragraph(
      '',
      `${run(isNamed ? `${speaker} ${clock(startSec)}` : clock(startSec), true)}${run(`  ${text}`)}`,
    ),
  );
  const body = [paragraph('Title', run(title)), ...paragraphs].join('');
  return [
    {
      name: '[Content_Types].xml',
      text:
        `${XML}<Types xmlns="${PACKAGE}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/>` +
        `<Override PartName="/word/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    },
    { name: '_rels/.rels', text: relations('officeDocument', 'word/document.xml') },
    { name: 'word/_rels/document.xml.rels', text: relations('styles', 'styles.xml') },
    { name: 'word/styles.xml', text: STYLES },
    {
      name: 'word/document.xml',
      text: `${XML}<w:document xmlns:w="${WORD}"><w:body>${body}<w:sectPr/></w:body></w:document>`,
    },
  ];
}

const STYLES =
  `${XML}<w:styles xmlns:w="${WORD}">` +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>' +
  '<w:pPr><w:spacing w:after="160"/></w:pPr><w:rPr><w:sz w:val="22"/></w:rPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/>' +
  '<w:rPr><w:b/><w:sz w:val="36"/></w:rPr></w:style></w:styles>';

const relations = (type: string, target: string) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE}/relationships/${type}" Target="${target}"/></Relationships>`;

const paragraph = (style: string, runs: string) =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${runs}</w:p>`;

const run = (text: string, isBold = false) =>
  `<w:r>${isBold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;

/** Signs that XML 1.0 cannot hold are left out. */
const escapeXml = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${part(whole / 3600)}:${part((whole / 60) % 60)}:${part(whole % 60)}`;
}
