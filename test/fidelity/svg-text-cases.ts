/**
 * Test drawings of text. The letters of the test font are boxes, so the expected area of each letter is known exactly.
 */
import { boxFont, green, quarter, whole, type Row } from './svg-case-parts.ts';

const text = (attributes: string, letters: string) =>
  `<text font-family="${boxFont}" font-size="20" fill="#080" ${attributes}>${letters}</text>`;

export const textRows: readonly Row[] = [
  ['start', text('x="10" y="30"', 'AA'), [[10, 10, 40, 20, green]]],
  ['middle', text('x="50" y="30" text-anchor="middle"', 'AA'), [[30, 10, 40, 20, green]]],
  ['end', text('x="90" y="30" text-anchor="end"', 'AA'), [[50, 10, 40, 20, green]]],
  [
    'each-position',
    text('x="0 50" y="20 70"', 'AA'),
    [
      [0, 0, 20, 20, green],
      [50, 50, 20, 20, green],
    ],
  ],
  [
    'tspan',
    text('y="20"', 'A<tspan fill="#00f" dx="20" dy="20">A</tspan>'),
    [
      [0, 0, 20, 20, green],
      [40, 20, 20, 20, '#0000ff'],
    ],
  ],
  [
    'spacing',
    text('y="20" letter-spacing="20"', 'AA'),
    [
      [0, 0, 20, 20, green],
      [40, 0, 20, 20, green],
    ],
  ],
  [
    'length',
    text('y="20" textLength="80"', 'AA'),
    [
      [0, 0, 20, 20, green],
      [60, 0, 20, 20, green],
    ],
  ],
  [
    'length-glyphs',
    text('y="20" textLength="80" lengthAdjust="spacingAndGlyphs"', 'AA'),
    [[0, 0, 80, 20, green]],
  ],
  [
    'path',
    `<path id="p" d="M20 20H100"/>${text('', '<textPath href="#p" startOffset="20">A</textPath>').replace('<path', '<path fill="none"')}`,
    [[40, 0, 20, 20, green]],
  ],
  [
    'path-down',
    `<defs><path id="p" d="M20 0V100"/></defs>${text('', '<textPath href="#p">AA</textPath>')}`,
    [[20, 0, 20, 40, green]],
  ],
  [
    'baseline',
    text('y="40" baseline-shift="20"', 'A').replace(
      'baseline-shift="20">A',
      '><tspan baseline-shift="20">A</tspan>',
    ),
    [[0, 0, 20, 20, green]],
  ],
  ['rotate', text('x="50" y="50" rotate="90"', 'A'), [[50, 50, 20, 20, green]]],
  [
    'spaces',
    text('y="20" xml:space="preserve"', 'A  A'),
    [
      [0, 0, 20, 20, green],
      [40, 0, 20, 20, green],
    ],
  ],
  [
    'spaces-collapsed',
    text('y="20"', '  A\n  A  '),
    [
      [0, 0, 20, 20, green],
      [30, 0, 20, 20, green],
    ],
  ],
  [
    'font-shorthand',
    `<text y="40" fill="#080" style="font: 40px '${boxFont}', serif">A</text>`,
    [[0, 0, 40, 40, green]],
  ],
  ['relative-size', text('y="40"', '<tspan font-size="2em">A</tspan>'), [[0, 0, 40, 40, green]]],
  [
    'clip',
    `<clipPath id="c">${text('y="50" font-size="50"', 'A').replace('font-size="20" ', '')}</clipPath>${whole('fill="#080" clip-path="url(#c)"')}`,
    quarter,
  ],
  [
    'gradient',
    `<linearGradient id="g"><stop offset="0.5" stop-color="#080"/><stop offset="0.5" stop-color="#00f"/></linearGradient>${text('y="20" style="fill: url(#g)"', 'AA')}`,
    [
      [0, 0, 20, 20, green],
      [20, 0, 20, 20, '#0000ff'],
    ],
  ],
];
