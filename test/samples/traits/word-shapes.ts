/**
 * Lists Word documents with text outside of ordinary runs, such as text boxes, WordArt, SmartArt, ruby text, and
 * alternative content for older programs.
 */
import { line, paragraph, run } from './word-package.ts';
import type { WordTrait } from './word.ts';

const box = (text: string) =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="2" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>600000</wp:posOffset></wp:positionV><wp:extent cx="2400000" cy="600000"/><wp:wrapTopAndBottom/><wp:docPr id="9" name="Box"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2400000" cy="600000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx><w:txbxContent>${line(text)}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape style="width:189pt;height:47pt"><v:textbox><w:txbxContent>${line(text)}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;

const art = (text: string) =>
  `<w:r><w:pict><v:shape id="art" type="#_x0000_t136" style="width:200pt;height:40pt"><v:path textpathok="t"/><v:textpath on="t" fitshape="t" style="font-family:&quot;Arial&quot;;font-size:20pt" string="${text}"/></v:shape></w:pict></w:r>`;

const drawingml = 'http://schemas.openxmlformats.org/drawingml/2006';
const diagram = `<w:r><w:drawing><wp:inline><wp:extent cx="3000000" cy="900000"/><wp:docPr id="8" name="Diagram"/><a:graphic><a:graphicData uri="${drawingml}/diagram"><dgm:relIds xmlns:dgm="${drawingml}/diagram" r:dm="r-data" r:lo="r-lo" r:qs="r-qs" r:cs="r-cs"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const point = (id: number, text: string, type = '') =>
  `<dgm:pt modelId="${id}"${type && ` type="${type}"`}><dgm:t><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
const diagramData = `<dgm:dataModel xmlns:dgm="${drawingml}/diagram" xmlns:a="${drawingml}/main"><dgm:ptLst>${point(1, 'PLAN words')}${point(2, 'BUILD words')}${point(3, '[Text]', 'pres')}</dgm:ptLst></dgm:dataModel>`;

export const wordShapes: readonly WordTrait[] = [
  {
    name: 'text box',
    parts: { body: `${paragraph(run('Before.') + box('BOXED words'))}${line('After.')}` },
    shows: ['Before.', 'BOXED words', 'After.'],
  },
  {
    name: 'WordArt',
    parts: { body: `${paragraph(run('Before.') + art('ARTFUL words'))}${line('After.')}` },
    shows: ['Before.', 'ARTFUL words', 'After.'],
  },
  {
    name: 'ruby text',
    parts: {
      body: paragraph(
        `${run('Read ')}<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/></w:rubyPr><w:rt>${run('とう')}</w:rt><w:rubyBase>${run('東')}</w:rubyBase></w:ruby></w:r>${run(' aloud.')}`,
      ),
    },
    shows: ['Read 東', 'とう', 'aloud.'],
  },
  {
    name: 'alternative content in a run',
    parts: {
      body: paragraph(
        `${run('A ')}<w:r><mc:AlternateContent><mc:Choice Requires="w14"><w:t>chosen</w:t></mc:Choice><mc:Fallback><w:t>fallback</w:t></mc:Fallback></mc:AlternateContent></w:r>${run(' Z')}`,
      ),
    },
    shows: ['A chosen Z'],
    hides: ['fallback'],
  },
  {
    name: 'smart tag and custom XML',
    parts: {
      body: paragraph(
        `${run('In ')}<w:smartTag w:uri="urn:x" w:element="place">${run('Paris')}</w:smartTag>${run(' by ')}<w:customXml w:uri="urn:x" w:element="who">${run('Zoe')}</w:customXml>${run('.')}`,
      ),
    },
    shows: ['In Paris by Zoe.'],
  },
  {
    name: 'included document',
    parts: {
      body: `${line('Before.')}<w:altChunk r:id="r-chunk"/>${line('After.')}`,
      relations: [['r-chunk', 'aFChunk', 'chunk.html']],
      files: { 'word/chunk.html': '<html><body><p>INCLUDED words</p></body></html>' },
    },
    shows: ['Before.', 'INCLUDED words', 'After.'],
  },
  {
    name: 'SmartArt',
    parts: {
      body: `${paragraph(run('Before.') + diagram)}${line('After.')}`,
      relations: [['r-data', 'diagramData', 'diagrams/data1.xml']],
      files: { 'word/diagrams/data1.xml': diagramData },
    },
    shows: ['Before.', 'PLAN words', 'BUILD words', 'After.'],
    hides: ['[Text]'],
  },
];
