/** Makes Word documents with East Asian text, and converts them to PDF. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { paragraph, run, writeWord } from '../../samples/traits/word-package.ts';
import { post, startService, type Service } from '../server/service.ts';

/**
 * Size and margins of a page in points. A line has room for 40 characters of 10 pt. A page has room for lines with a
 * total height of 500 pt.
 */
export const page = { width: 600, height: 700, margin: 100 };
export const size = 10;
export const perLine = (page.width - 2 * page.margin) / size;
export const room = page.height - 2 * page.margin;

export const hangul = '가나다라마바사아자차카타파하';
export const kana = '漢字仮名交文書頁行高';
export const simplified = '汉字简体文档页面行高';
export const traditional = '漢字繁體文件頁面行高';

export interface Text {
  text: string;
  font: string;
  language: string;
  size?: number;
  bold?: boolean;
}

export const twips = (points: number): number => points * 20;

/** Paragraph settings: no space between paragraphs, single line spacing. */
export const plainParagraph =
  '<w:widowControl w:val="0"/><w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/>';

export function runProperties({ font, language, size: points = size, bold }: Omit<Text, 'text'>): string {
  const fonts = `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:eastAsia="${font}" w:cs="${font}"/>`;
  return `${fonts}${bold ? '<w:b/>' : ''}<w:sz w:val="${points * 2}"/><w:lang w:val="en-US" w:eastAsia="${language}"/>`;
}

export function formatted(text: Text): string {
  return paragraph(run(text.text, runProperties(text)), plainParagraph);
}

/**
 * Starts a server, and uses it to convert Word documents to PDF. The documents and the PDFs are in a temporary folder.
 */
export class Printer {
  readonly dir: string;
  readonly #service: Service;

  private constructor(dir: string, service: Service) {
    this.dir = dir;
    this.#service = service;
  }

  static async open(): Promise<Printer> {
    return new Printer(await mkdtemp(path.join(tmpdir(), 'protean-pages-')), await startService());
  }

  async close(): Promise<void> {
    await this.#service.close();
    await rm(this.dir, { recursive: true });
  }

  /**
   * Makes a Word document with the content `body`, and returns the path of its PDF. `section` is markup for additional
   * section properties.
   */
  async print(name: string, body: string, section = ''): Promise<string> {
    const source = path.join(this.dir, `${name}.docx`);
    const sides = ['top', 'right', 'bottom', 'left']
      .map((side) => `w:${side}="${twips(page.margin)}"`)
      .join(' ');
    await writeWord(source, {
      body,
      page: [
        `<w:pgSz w:w="${twips(page.width)}" w:h="${twips(page.height)}"/>`,
        `<w:pgMar ${sides} w:header="700" w:footer="700" w:gutter="0"/>`,
        section,
      ].join(''),
    });
    const { status, body: pdf } = await post(`${this.#service.url}/api/convert`, [
      ['file', new File([await readFile(source)], 'page.docx')],
      ['target', 'pdf'],
    ]);
    assert.equal(status, 200, pdf.toString().slice(0, 300));
    const file = path.join(this.dir, `${name}.pdf`);
    await writeFile(file, pdf);
    return file;
  }
}
