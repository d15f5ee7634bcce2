/**
 * Lists presentations with one trait each, and their visible text. A trait is a feature that conversions easily lose,
 * such as a hidden slide.
 */
import type { WarningCode } from '@protean/engines/contract/warnings.ts';
import {
  chartReference,
  charts,
  chartType,
  drawingChart,
  extendedReference,
  extendedRelation,
  extendedType,
  treemap,
  type ChartOf,
} from './charts.ts';
import {
  body,
  graphic,
  line,
  run,
  shape,
  title,
  writeSlides,
  type PresentationParts,
} from './slides-package.ts';

/** A generated presentation with one trait. */
export interface PresentationTrait {
  name: string;
  ext: 'pptx';
  /**
   * Phrases that every conversion to a text format keeps, in order. Words are separated by single spaces, and the cells
   * of a table by `|`.
   */
  shows: readonly string[];
  /** Phrases that no conversion keeps. */
  hides?: readonly string[];
  /** The warnings of a conversion to text. */
  warns?: readonly WarningCode[];
  /**
   * Whether the printed pages show the phrases of the trait. The printed pages never show the values of charts.
   * LibreOffice also omits notes, formulas, and charts in the format of Office 2016.
   */
  printed: boolean;
  write: (file: string) => Promise<void>;
}

type Row = Omit<PresentationTrait, 'ext' | 'write' | 'printed'> & {
  parts: PresentationParts;
  printed?: boolean;
};

const numbered = (text: string, scheme: string, { start = 1, level = 0 } = {}) =>
  line(
    text,
    `<a:pPr lvl="${level}" marL="342900" indent="-342900"><a:buAutoNum type="${scheme}" startAt="${start}"/></a:pPr>`,
  );

const field = (type: string, text: string) =>
  `<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="${type}"><a:rPr lang="en-GB"/><a:t>${text}</a:t></a:fld>`;

const margin = (type: string, content: string, top = 4_700_000) =>
  shape(line(content), {
    mark: `<p:ph type="${type}" sz="quarter" idx="${type.length + 7}"/>`,
    top,
    height: 300_000,
  });

const chartTraits: readonly Row[] = charts.map(({ name, chart, rows }) => ({
  name,
  shows: [chart.title ?? '', ...rows],
  printed: false,
  parts: slideWithChart(chart),
}));

function slideWithChart(chart: ChartOf): PresentationParts {
  return {
    slides: [
      {
        content: title('The chart') + graphic(chartReference('chart')),
        relations: [['chart', 'chart', '../charts/chart1.xml']],
      },
    ],
    parts: [{ name: 'ppt/charts/chart1.xml', type: chartType, content: drawingChart(chart) }],
  };
}

const symbols: Row = {
  name: 'symbol fonts',
  shows: ['✓ done', '☒ gone', 'α'],
  parts: {
    slides: [
      {
        content:
          title('Symbols') +
          shape(
            `<a:p><a:r><a:rPr><a:sym typeface="Wingdings"/></a:rPr><a:t>\u{f0fc}</a:t></a:r>${run(' done')}</a:p><a:p><a:r><a:rPr><a:latin typeface="Wingdings"/></a:rPr><a:t>x</a:t></a:r>${run(' gone')}</a:p><a:p><a:r><a:rPr><a:latin typeface="Symbol"/></a:rPr><a:t>a</a:t></a:r></a:p>`,
          ),
      },
    ],
  },
};

const [columns] = charts;

const graphics: readonly Row[] = [
  {
    name: 'chart with an empty title',
    shows: ['Chart Title', ...(columns?.rows ?? [])],
    printed: false,
    parts: columns ? slideWithChart({ ...columns.chart, title: '', hasEmptyTitle: true }) : { slides: [] },
  },
  {
    name: treemap.name,
    shows: [treemap.title, ...treemap.rows],
    printed: false,
    parts: {
      slides: [
        {
          content: `${title('The chart')}<mc:AlternateContent><mc:Choice xmlns:cx1="http://schemas.microsoft.com/office/drawing/2015/9/8/chartex" Requires="cx1">${graphic(extendedReference('chart'))}</mc:Choice><mc:Fallback>${shape(line('Not available here'))}</mc:Fallback></mc:AlternateContent>`,
          relations: [['chart', extendedRelation, '../charts/chartEx1.xml']],
        },
      ],
      parts: [{ name: 'ppt/charts/chartEx1.xml', type: extendedType, content: treemap.part }],
    },
    hides: ['Not available'],
  },
  {
    name: 'formula',
    shows: ['Area is'],
    printed: false,
    parts: {
      slides: [
        {
          content:
            title('Circles') +
            shape(
              `<a:p>${run('Area is ')}<a14:m><m:oMath><m:r><m:t>π</m:t></m:r><m:sSup><m:e><m:r><m:t>r</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m></a:p>`,
            ),
        },
      ],
    },
  },
  {
    name: 'table with merged cells',
    shows: ['Port|Ships', 'Callao|3|4'],
    parts: {
      slides: [
        {
          content:
            title('Table') +
            graphic(
              `<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1"/><a:tblGrid>${'<a:gridCol w="2000000"/>'.repeat(3)}</a:tblGrid>${[
                [cell('Port'), cell('Ships', ' gridSpan="2"'), cell('', ' hMerge="1"')],
                [cell('Callao'), cell('3'), cell('4')],
              ]
                .map((row) => `<a:tr h="400000">${row.join('')}</a:tr>`)
                .join('')}</a:tbl></a:graphicData>`,
            ),
        },
      ],
    },
  },
];

function cell(text: string, attributes = ''): string {
  return `<a:tc${attributes}><a:txBody><a:bodyPr/><a:p>${text && run(text)}</a:p></a:txBody><a:tcPr/></a:tc>`;
}

const spoken: readonly Row[] = [
  {
    name: 'speaker notes',
    shows: ['First', 'Notes:', 'Speak slowly.', 'Second'],
    printed: false,
    parts: {
      slides: [{ content: title('First'), notes: line('Speak slowly.') }, { content: title('Second') }],
    },
  },
  {
    name: 'hidden slide',
    shows: ['First', 'Third'],
    hides: ['Second', 'SECRET'],
    warns: ['hidden_slides'],
    parts: {
      slides: [
        { content: title('First') },
        { content: title('Second'), notes: line('SECRET'), hidden: true },
        { content: title('Third') },
      ],
    },
  },
  {
    name: 'hidden shape',
    shows: ['First', 'Seen'],
    hides: ['SECRET'],
    parts: {
      slides: [{ content: title('First') + shape(line('SECRET'), { hidden: true }) + shape(line('Seen')) }],
    },
  },
  {
    name: 'comment',
    shows: ['First'],
    hides: ['Check this'],
    warns: ['comments_left_out'],
    parts: {
      slides: [{ content: title('First'), relations: [['remark', 'comments', '../comments/comment1.xml']] }],
      relations: [['authors', 'commentAuthors', 'commentAuthors.xml']],
      parts: [
        {
          name: 'ppt/commentAuthors.xml',
          type: 'application/vnd.openxmlformats-officedocument.presentationml.commentAuthors+xml',
          content:
            '<p:cmAuthorLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cmAuthor id="0" name="Ada" initials="A" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>',
        },
        {
          name: 'ppt/comments/comment1.xml',
          type: 'application/vnd.openxmlformats-officedocument.presentationml.comments+xml',
          content:
            '<p:cmLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cm authorId="0" dt="2024-02-29T12:00:00.000" idx="1"><p:pos x="10" y="10"/><p:text>Check this</p:text></p:cm></p:cmLst>',
        },
      ],
    },
  },
];

const lists: readonly Row[] = [
  {
    name: 'numbered lists',
    shows: ['3. three', '4. four', 'a) alpha', '5. five', 'iv. fourth'],
    parts: {
      slides: [
        {
          content:
            title('Steps') +
            body(
              [
                numbered('three', 'arabicPeriod', { start: 3 }),
                numbered('four', 'arabicPeriod', { start: 3 }),
                numbered('alpha', 'alphaLcParenR', { level: 1 }),
                numbered('five', 'arabicPeriod', { start: 3 }),
              ].join(''),
            ) +
            shape(numbered('fourth', 'romanLcPeriod', { start: 4 }), { top: 4_300_000, height: 400_000 }),
        },
      ],
    },
  },
  {
    name: 'numbers that come from the list style',
    shows: ['I. one', 'II. two'],
    parts: {
      slides: [
        {
          content: title('Steps') + body(line('one') + line('two')),
        },
      ],
      layout: shape(line('Click to edit'), {
        mark: '<p:ph type="body" idx="1"/>',
        list: '<a:lvl1pPr marL="342900" indent="-342900"><a:buAutoNum type="romanUcPeriod"/></a:lvl1pPr>',
      }),
    },
    hides: ['Click to edit'],
  },
];

const margins: readonly Row[] = [
  {
    name: 'fields of slides',
    shows: ['Slide no 7', 'Confidential', 'Page 8'],
    parts: {
      attributes: ' firstSlideNum="7"',
      slides: [
        {
          content:
            title('First') +
            shape(line(run('Slide no ') + field('slidenum', '‹#›'))) +
            margin('ftr', run('Confidential')),
        },
        {
          content:
            title('Second') +
            margin('ftr', run('Confidential')) +
            margin('sldNum', run('Page ') + field('slidenum', '2'), 300_000),
        },
      ],
    },
    hides: ['‹#›', 'Page 2'],
  },
  {
    name: 'text of the slide master and of the layout',
    shows: ['First', 'Harbour Board', 'Draft'],
    hides: ['Click to edit', 'Footer of the layout'],
    parts: {
      slides: [{ content: title('First') }, { content: title('Second') }],
      master:
        shape(line('Click to edit'), { mark: '<p:ph type="title"/>' }) +
        shape(line('Harbour Board'), { top: 4_400_000 }),
      layout: shape(line('Draft'), { top: 3_800_000 }) + margin('ftr', run('Footer of the layout')),
    },
  },
  {
    name: 'shapes in groups',
    shows: ['Outer', 'Inner'],
    parts: {
      slides: [
        {
          content: `${title('Groups')}<p:grpSp><p:nvGrpSpPr><p:cNvPr id="4" name="G"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape(line('Outer'))}<p:grpSp><p:nvGrpSpPr><p:cNvPr id="5" name="H"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape(line('Inner'), { top: 3_000_000 })}</p:grpSp></p:grpSp>`,
        },
      ],
    },
  },
];

export const presentationTraits: readonly PresentationTrait[] = [
  ...chartTraits,
  ...graphics,
  symbols,
  ...spoken,
  ...lists,
  ...margins,
].map(({ parts, printed = true, ...trait }) => ({
  ...trait,
  ext: 'pptx',
  printed,
  write: (file) => writeSlides(file, parts),
}));
