/**
 * Samples of Visio drawings with the text of the letter: Visio XML (VDX) and binary Visio (VSD). Code in this folder
 * writes VDX and binary Visio.
 */
import { writeFile } from 'node:fs/promises';
import { letterTexts } from './letter.ts';
import type { SampleMakers } from '../samples.ts';
import { binaryVisio } from './visio-binary.ts';

/** Returns a drawing in the XML format of Visio 2003 to 2010: two pages of boxes with text. */
function visioXml(): string {
  const texts = letterTexts();
  const element = (name: string, value: number) => `<${name}>${value}</${name}>`;
  const point = (name: string, n: number, x: number, y: number) =>
    `<${name} IX="${n}">${element('X', x)}${element('Y', y)}</${name}>`;
  const outline = [
    point('MoveTo', 1, 0, 0),
    point('LineTo', 2, 7, 0),
    point('LineTo', 3, 7, 0.8),
    point('LineTo', 4, 0, 0.8),
    point('LineTo', 5, 0, 0),
  ].join('');
  const place = (n: number) =>
    [element('PinX', 4), element('PinY', 10 - n), element('Width', 7), element('Height', 0.8)].join('') +
    [element('LocPinX', 3.5), element('LocPinY', 0.4)].join('');
  const box = (text: string, n: number) =>
    `<Shape ID="${n + 1}" Type="Shape"><XForm>${place(n)}</XForm><Geom IX="0">${outline}</Geom><Text>${text}</Text></Shape>`;
  const page = (lines: readonly string[], n: number) =>
    `<Page ID="${n}" NameU="Page-${n + 1}"><PageSheet><PageProps>${element('PageWidth', 8)}${element('PageHeight', 11)}</PageProps></PageSheet><Shapes>${lines.map(box).join('')}</Shapes></Page>`;
  const pages = [texts.slice(0, 6), texts.slice(6)].map(page).join('');
  return `<?xml version="1.0" encoding="utf-8"?>
<VisioDocument xmlns="http://schemas.microsoft.com/visio/2003/core"><Pages>${pages}</Pages></VisioDocument>
`;
}

export const visioDrawings: SampleMakers = {
  vsd: (file) => writeFile(file, binaryVisio()),
  vdx: (file) => writeFile(file, visioXml()),
};
