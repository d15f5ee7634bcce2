/**
 * Test drawings for every category of SVG features. Each drawing lists the areas of one colour in the expected picture.
 */
import { all, green, left, quarter, square, whole, type Area, type Row } from './svg-case-parts.ts';
import { textRows } from './svg-text-cases.ts';

export interface DrawingCase {
  category: string;
  name: string;
  /** The SVG code inside the root element. */
  content: string;
  /** Attributes of the root element, if they are not `width="100" height="100"`. */
  root?: string;
  areas: readonly Area[];
}

const filter = (primitives: string, attributes = 'x="0" y="0" width="1" height="1"') =>
  `<filter id="f" color-interpolation-filters="sRGB" ${attributes}>${primitives}</filter>`;

const rows: Readonly<Record<string, readonly Row[]>> = {
  shapes: [
    ['rect', square('fill="#080"'), quarter],
    ['rect-percent', '<rect width="50%" height="100%" fill="#080"/>', left],
    ['rect-units', '<rect width="0.5in" height="36pt" fill="#080"/>', [[0, 0, 48, 48, green]]],
    ['rect-negative', `${square('fill="#080"')}<rect width="-5" height="100" fill="red"/>`, quarter],
    ['path-relative', '<path d="m0 0h50v50h-50z" fill="#080"/>', quarter],
    ['path-until-error', '<path d="M0 0H50V50H0Z L x" fill="#080"/>', quarter],
    ['polygon', '<polygon points="0,0 50,0 50,50 0,50" fill="#080"/>', quarter],
    ['polyline', '<polyline points="0 25 50 25" stroke="#080" stroke-width="50"/>', quarter],
    ['line', '<line x1="25" x2="25" y2="100" stroke="#080" stroke-width="50"/>', left],
    [
      'circle',
      `<circle cx="25" cy="50" r="80" fill="#080"/>${'<rect x="50" width="50" height="100" fill="#fff"/>'}`,
      [
        [0, 0, 50, 100, green],
        [50, 0, 50, 100, '#ffffff'],
      ],
    ],
    ['ellipse', '<ellipse cx="50" cy="50" rx="200" ry="300" fill="#080"/>', all],
  ],
  painting: [
    ['fill-rule', '<path d="M0 0H100V100H0Z M50 0H100V100H50Z" fill="#080" fill-rule="evenodd"/>', left],
    ['fill-current', `<g color="#080">${square('fill="currentColor"')}</g>`, quarter],
    ['fill-fallback', square('fill="url(#none) #080"'), quarter],
    [
      'fill-opacity',
      `${whole('fill="#fff"')}${whole('fill="#000" fill-opacity="0.2"')}`,
      [[0, 0, 100, 100, '#cccccc']],
    ],
    [
      'group-opacity',
      `${whole('fill="#fff"')}<g opacity="0.2">${whole('')}${whole('')}</g>`,
      [[0, 0, 100, 100, '#cccccc']],
    ],
    ['stroke-dashes', '<path d="M25 0V100" stroke="#080" stroke-width="50" stroke-dasharray="50"/>', quarter],
    [
      'stroke-cap',
      '<path d="M25 25h0.001" stroke="#080" stroke-width="50" stroke-linecap="square"/>',
      quarter,
    ],
    [
      'paint-order',
      '<rect x="10" y="10" width="80" height="80" fill="#080" stroke="red" stroke-width="20" paint-order="stroke"/>',
      [
        [0, 0, 100, 100, '#ff0000'],
        [10, 10, 80, 80, green],
      ],
    ],
    ['blend-mode', `${whole('fill="#0f8"')}${whole('fill="#080" style="mix-blend-mode: multiply"')}`, all],
    [
      'marker',
      '<marker id="m" markerWidth="50" markerHeight="50" markerUnits="userSpaceOnUse"><rect width="50" height="50" fill="#080"/></marker><path d="M0 0L100 0" marker-start="url(#m)"/>',
      quarter,
    ],
    ['display', `${square('fill="#080"')}<g display="none">${whole('fill="red"')}</g>`, quarter],
    [
      'visibility',
      `<g visibility="hidden">${whole('fill="red"')}${square('fill="#080" visibility="visible"')}</g>`,
      quarter,
    ],
    [
      'context-fill',
      '<marker id="m" markerWidth="50" markerHeight="50" markerUnits="userSpaceOnUse"><rect width="50" height="50" fill="context-stroke"/></marker><path d="M0 0L100 0" stroke="#080" stroke-width="0.001" marker-start="url(#m)"/>',
      quarter,
    ],
  ],
  'paint-servers': [
    [
      'linear-stop',
      `<linearGradient id="g"><stop offset="0.5" stop-color="#080"/><stop offset="0.5" stop-color="#00f"/></linearGradient>${whole('fill="url(#g)"')}`,
      [
        [0, 0, 50, 100, green],
        [50, 0, 50, 100, '#0000ff'],
      ],
    ],
    [
      'linear-link',
      `<linearGradient id="a"><stop stop-color="#080"/></linearGradient><linearGradient id="g" href="#a"/>${square('fill="url(#g)"')}`,
      quarter,
    ],
    [
      'linear-user-space',
      `<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="100"><stop offset="0.5" stop-color="#080"/><stop offset="0.5" stop-opacity="0"/></linearGradient>${whole('fill="url(#g)"')}`,
      left,
    ],
    [
      'radial-one-stop',
      `<radialGradient id="g"><stop stop-color="#080"/></radialGradient>${square('fill="url(#g)"')}`,
      quarter,
    ],
    [
      'pattern',
      `<pattern id="p" width="1" height="1"><rect width="50" height="100" fill="#080"/></pattern>${whole('fill="url(#p)"')}`,
      left,
    ],
    [
      'pattern-tiles',
      `<pattern id="p" patternUnits="userSpaceOnUse" width="50" height="50"><rect width="50" height="25" fill="#080"/></pattern>${whole('fill="url(#p)"')}`,
      [
        [0, 0, 100, 25, green],
        [0, 50, 100, 25, green],
      ],
    ],
    [
      'pattern-tiles-of-part-pixels',
      // A tile is 8.5 pixels high, so the eleventh tile begins exactly at 85 pixels, where the rectangle begins.
      `<pattern id="p" patternUnits="userSpaceOnUse" width="100" height="8.5"><rect width="100" height="4" fill="#080"/></pattern><rect y="85" width="100" height="8" fill="url(#p)"/>`,
      [[0, 85, 100, 4, green]],
    ],
    [
      'pattern-transform',
      `<pattern id="p" patternUnits="userSpaceOnUse" width="10" height="10" patternTransform="scale(10)"><rect width="5" height="10" fill="#080"/></pattern>${whole('fill="url(#p)"')}`,
      left,
    ],
  ],
  masking: [
    [
      'clip-path',
      `<clipPath id="c">${square('')}</clipPath>${whole('fill="#080" clip-path="url(#c)"')}`,
      quarter,
    ],
    [
      'clip-box-units',
      `<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.5" height="1"/></clipPath>${whole('fill="#080" clip-path="url(#c)"')}`,
      left,
    ],
    [
      'clip-of-clip',
      `<clipPath id="b">${square('')}</clipPath><clipPath id="c" clip-path="url(#b)"><rect width="100" height="50"/></clipPath>${whole('fill="#080" clip-path="url(#c)"')}`,
      quarter,
    ],
    ['clip-shape', whole('fill="#080" style="clip-path: inset(0 50% 50% 0)"'), quarter],
    [
      'mask-luminance',
      `<mask id="m">${square('fill="#fff"')}${square('x="50" fill="#000"')}</mask>${whole('fill="#080" mask="url(#m)"')}`,
      quarter,
    ],
    [
      'mask-alpha',
      `<mask id="m" style="mask-type: alpha">${square('fill="#000"')}</mask>${whole('fill="#080" mask="url(#m)"')}`,
      quarter,
    ],
    ['overflow', `<svg width="50" height="50">${whole('fill="#080"')}</svg>`, quarter],
  ],
  filters: [
    ['flood', `${filter('<feFlood flood-color="#080"/>')}${square('filter="url(#f)"')}`, quarter],
    [
      'offset',
      `${filter('<feOffset dx="-25"/>', 'x="-1" y="0" width="3" height="1"')}<rect x="25" width="50" height="100" fill="#080" filter="url(#f)"/>`,
      left,
    ],
    [
      'color-matrix',
      `${filter('<feColorMatrix values="0 0 0 0 0  0.533 0 0 0 0  0 0 0 0 0  0 0 0 1 0"/>')}${square('fill="#f00" filter="url(#f)"')}`,
      quarter,
    ],
    [
      'component-transfer',
      `${filter('<feComponentTransfer><feFuncR type="discrete" tableValues="0"/></feComponentTransfer>')}${square('fill="#f80" filter="url(#f)"')}`,
      quarter,
    ],
    [
      'composite',
      `${filter('<feFlood x="0" y="0" width="50" height="50"/><feComposite in="SourceGraphic" operator="in"/>', 'filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"')}${whole('fill="#080" filter="url(#f)"')}`,
      quarter,
    ],
    [
      'merge',
      `${filter('<feFlood flood-color="red" result="a"/><feMerge><feMergeNode in="a"/><feMergeNode in="SourceGraphic"/></feMerge>')}${square('fill="#080" filter="url(#f)"')}`,
      quarter,
    ],
    [
      'blend',
      `${filter('<feFlood flood-color="#0f8"/><feBlend in="SourceGraphic" mode="multiply"/>')}${square('fill="#080" filter="url(#f)"')}`,
      quarter,
    ],
    [
      'tile',
      `${filter('<feFlood flood-color="#080" x="0" y="0" width="50" height="25" result="a"/><feTile/>', 'filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"')}${whole('filter="url(#f)"')}`,
      all,
    ],
    [
      'morphology',
      `${filter('<feMorphology operator="dilate" radius="15"/>', 'filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"')}<rect x="15" y="15" width="20" height="20" fill="#080" filter="url(#f)"/>`,
      quarter,
    ],
    [
      'image',
      `${filter('<feImage href="#r"/>', 'filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"')}<defs><rect id="r" width="50" height="50" fill="#080"/></defs>${whole('fill="red" filter="url(#f)"')}`,
      quarter,
    ],
    [
      'drop-shadow',
      '<rect width="50" height="50" fill="#00f" style="filter: drop-shadow(50px 0 0 #080)"/>',
      [
        [0, 0, 50, 50, '#0000ff'],
        [50, 0, 50, 50, green],
      ],
    ],
    [
      'box-units',
      `<filter id="f" primitiveUnits="objectBoundingBox" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB"><feFlood flood-color="#080" x="0" y="0" width="0.5" height="1"/></filter>${whole('filter="url(#f)"')}`,
      left,
    ],
  ],
  structure: [
    ['use', `<defs><g id="a">${square('')}</g></defs><use href="#a" fill="#080"/>`, quarter],
    [
      'symbol',
      '<symbol id="s" viewBox="0 0 1 1"><rect width="1" height="1" fill="#080"/></symbol><use xlink:href="#s" width="50" height="50"/>',
      quarter,
    ],
    [
      'nested',
      '<svg width="50" height="50" viewBox="0 0 2 2"><rect width="2" height="2" fill="#080"/></svg>',
      quarter,
    ],
    [
      'style-class',
      `<style>.a, #x { fill: red } rect.b { fill: #080 }</style>${square('class="a b"')}`,
      quarter,
    ],
    [
      'style-child',
      `<style>g > rect:first-child { fill: #080 }</style><g>${square('fill="red"')}</g>`,
      quarter,
    ],
    [
      'style-important',
      `<style>rect { fill: #080 !important }</style>${square('style="fill: red"')}`,
      quarter,
    ],
    [
      'transform',
      `<g transform="rotate(90 50 50) translate(0 0)">${square('x="0" y="50" fill="#080"')}</g>`,
      quarter,
    ],
    [
      'transform-css',
      `<rect x="50" width="50" height="50" fill="#080" style="transform: translate(-50px, 0)"/>`,
      quarter,
    ],
    [
      'switch',
      `<switch><rect width="100" height="100" fill="red" requiredExtensions="x"/>${square('fill="#080"')}</switch>`,
      quarter,
    ],
    [
      'view-box',
      '<rect width="1" height="1" fill="#080"/>',
      quarter,
      'width="100" height="100" viewBox="0 0 2 2"',
    ],
    [
      'aspect-min',
      '<rect width="1" height="1" fill="#080"/>',
      quarter,
      'width="100" height="100" viewBox="0 0 1 2" preserveAspectRatio="xMinYMin"',
    ],
    [
      'aspect-none',
      '<rect width="1" height="1" fill="#080"/>',
      all,
      'width="100" height="100" viewBox="0 0 1 1" preserveAspectRatio="none"',
    ],
    ['entity', `${square('fill="&#35;080"')}`, quarter],
    [
      'image-data',
      `<image width="50" height="50" preserveAspectRatio="none" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9' fill='%23080'/%3E%3C/svg%3E"/>`,
      quarter,
    ],
    [
      'foreign-object',
      '<foreignObject width="50" height="50"><div xmlns="http://www.w3.org/1999/xhtml" style="height: 50px; background: #080"/></foreignObject>',
      quarter,
    ],
    ['variable', `<style>svg { --a: #080 }</style>${square('style="fill: var(--a, red)"')}`, quarter],
    ['media', `<style>@media print { rect { fill: red } }</style>${square('fill="#080"')}`, quarter],
    ['selector', `<style>rect:not(.a) { fill: #080 }</style>${square('fill="red"')}`, quarter],
  ],
  text: textRows,
};

export const drawingCases: readonly DrawingCase[] = Object.entries(rows).flatMap(([category, cases]) =>
  cases.map(([name, content, areas, root]) => ({
    category,
    name,
    content,
    areas,
    ...(root === undefined ? {} : { root }),
  })),
);

export const drawingOf = ({ content, root = 'width="100" height="100"' }: DrawingCase): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${root}>${content}</svg>\n`;
