/** Makes a minimal EPUB book. The parameters contain the hostile content. */
import { zip, type Member } from './zip.ts';

const container =
  '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

interface EpubParts {
  page: string;
  /** Text between the XML declaration and the root element of the page `p.xhtml`. */
  before?: string;
  /** Text between the XML declaration and the root element of `book.opf`. */
  opfBefore?: string;
  title?: string;
  items?: string;
  more?: readonly Member[];
}

export function epub({
  page,
  before = '',
  opfBefore = '',
  title = 'x',
  items = '',
  more = [],
}: EpubParts): Buffer {
  return zip([
    { name: 'mimetype', data: 'application/epub+zip', stored: true },
    { name: 'META-INF/container.xml', data: container },
    {
      name: 'book.opf',
      data: `<?xml version="1.0"?>${opfBefore}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>${title}</dc:title><dc:language>en</dc:language></metadata><manifest><item id="p" href="p.xhtml" media-type="application/xhtml+xml"/>${items}</manifest><spine><itemref idref="p"/></spine></package>`,
    },
    {
      name: 'p.xhtml',
      data: `<?xml version="1.0"?>${before}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><h1>x</h1>${page}<p>x</p></body></html>`,
    },
    ...more,
  ]);
}
