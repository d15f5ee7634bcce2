/** Replaces Mermaid diagrams (code of the language `mermaid`) with pictures in a web page that another program wrote. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readStep } from '../../../contract/step.ts';
import { BrowserDied } from '../browser.ts';
import { CurrentBrowser } from '../current-browser.ts';
import { drawDiagrams } from './diagrams.ts';
import { warnOfUndrawn } from './page-diagrams.ts';

const block =
  /<pre\b[^<>]*>\s*<code\b[^<>]*\bclass="[^"<>]*\blanguage-mermaid\b[^"<>]*"[^<>]*>([^<]*)<\/code>\s*<\/pre>/g;

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

const unescaped = (text: string) =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '');

const pictureOf = (svg: string) =>
  `<p><img class="mermaid-diagram" style="max-width: 100%" alt="Diagram" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}"/></p>`;

const step = readStep();
const page = readFileSync(step.output, 'utf8');
const sources = [...page.matchAll(block)].map(([, source = '']) => unescaped(source));
if (sources.length > 0) {
  const browsers = new CurrentBrowser('/tmp/browser');
  try {
    const drawn = await drawDiagrams(browsers.browser, sources).catch((error: unknown) => {
      if (!(error instanceof BrowserDied)) throw error;
      return sources.map(() => undefined);
    });
    const rest = drawn.values();
    writeFileSync(
      step.output,
      page.replace(block, (code) => {
        const svg = rest.next().value;
        return svg === undefined ? code : pictureOf(svg);
      }),
    );
    warnOfUndrawn(step, drawn);
  } finally {
    await browsers.end();
  }
}
