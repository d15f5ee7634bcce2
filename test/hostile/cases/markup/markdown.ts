/**
 * Web pages that attack the conversion to Markdown. The pages contain merged cells that span huge tables, or pictures
 * that the conversion writes as separate files.
 */
import { inCategory, type FileCase } from '../../case.ts';

const page = (inside: string) => `<!DOCTYPE html><title>x</title><p>x</p>${inside}`;

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const files = { images: 'files' };

const rows: readonly FileCase[] = [
  {
    name: 'md-merged-cells',
    kind: 'resource',
    ext: 'html',
    to: ['md'],
    make: () => {
      const row = `<tr><td colspan="500" rowspan="500">${'x'.repeat(190)}</td></tr>`;
      return page(`<table><tr>${'<td>y</td>'.repeat(500)}</tr>${row}${'<tr></tr>'.repeat(499)}</table>`);
    },
  },
  {
    name: 'md-span-thousands',
    kind: 'resource',
    ext: 'html',
    to: ['md'],
    make: () => page(`<table>${'<tr><td colspan="65534" rowspan="65534">x</td></tr>'.repeat(200)}</table>`),
  },
  {
    name: 'md-picture-name',
    kind: 'write',
    ext: 'html',
    to: ['md'],
    fields: files,
    make: ({ marker }) =>
      page(
        ['image/../../../../x', `image/png/../../../../../..${marker}`, 'image/png;x=/tmp/y', '../x']
          .map((type) => `<img src="data:${type};base64,${dot}">`)
          .join(''),
      ),
  },
  {
    name: 'md-picture-file',
    kind: 'read',
    ext: 'html',
    to: ['md'],
    fields: files,
    make: ({ picture, text }) =>
      page(`<img src="${picture}"><img src="file://${text}"><img src="../../../../../..${text}">`),
  },
  {
    name: 'md-picture-http',
    kind: 'network',
    ext: 'html',
    to: ['md'],
    fields: files,
    make: ({ url }) => page(`<img src="${url}picture.png"><img src="${url.replace('http', 'HTTP')}x.png">`),
  },
  {
    name: 'md-picture-thousands',
    kind: 'resource',
    ext: 'html',
    to: ['md'],
    fields: files,
    make: () =>
      page(
        Array.from({ length: 20_000 }, (_, n) => `<img src="data:image/png;base64,${btoa(String(n))}">`).join(
          '',
        ),
      ),
  },
];

export const markdownCases = inCategory('markup', rows);
