/** Makes an SVG drawing with any content. */

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

export const svg = (inside: string, { before = '', more = 'width="100" height="100"' } = {}) =>
  `${head}${before}<svg ${space} ${more}>${inside}</svg>`;

export const picture = (href: string) =>
  `<image xlink:href="${href}" href="${href}" width="100" height="100"/>`;
