/**
 * Web pages with scripts that send requests, open windows, read files or never end, and diagrams with very many or
 * deeply nested elements. Only the browser engine runs scripts and draws diagrams.
 */
import { inCategory, type Fixtures, type FileCase } from '../../case.ts';

const targets = ['pdf', 'png', 'jpg'];

const page = (script: string, body = '') =>
  `<!DOCTYPE html><html><head><title>x</title></head><body><p>x</p>${body}<script>${script}</script></body></html>`;

type Asks = readonly [name: string, kind: FileCase['kind'], make: (fixtures: Fixtures) => string];

/** Returns a script that appends the result of `read` to the page. `read` is an expression that returns a promise. */
const show = (read: string) => `${read}.then((t) => document.body.append(t)).catch(() => {});`;

const calls: readonly Asks[] = [
  [
    'windows',
    'network',
    ({ url }) =>
      page(
        `open("${url}w"); open("${url}x", "_blank", "popup"); document.forms[0].submit(); document.links[0].click()`,
        `<form action="${url}f" target="_blank" method="post"><input name="a"></form><a href="${url}l" target="_blank">x</a>`,
      ),
  ],
  [
    'sockets',
    'network',
    ({ url }) =>
      page(
        `const at = "${url}"; try { new WebSocket(at.replace("http", "ws")) } catch {}
         try { new EventSource(at) } catch {} navigator.sendBeacon(at, "x");
         try { const c = new RTCPeerConnection({ iceServers: [{ urls: "stun:" + new URL(at).host }] });
           c.createDataChannel("x"); c.createOffer().then((o) => c.setLocalDescription(o)) } catch {}
         try { new WebTransport(at.replace("http", "https")) } catch {}`,
      ),
  ],
  [
    'preconnect',
    'network',
    ({ url, host }) =>
      page(
        '',
        [
          'preconnect',
          'dns-prefetch',
          'prefetch',
          'prerender',
          'preload',
          'modulepreload',
          'icon',
          'manifest',
        ]
          .flatMap((rel) => [`<link rel="${rel}" href="${url}">`, `<link rel="${rel}" href="//${host}/">`])
          .join(''),
      ),
  ],
  [
    'speculation',
    'network',
    ({ url }) =>
      `<script type="speculationrules">{"prerender":[{"source":"list","urls":["${url}"]}],"prefetch":[{"source":"list","urls":["${url}p"]}]}</script>${page('')}`,
  ],
  [
    'workers',
    'network',
    ({ url }) =>
      page(
        `const code = 'fetch("${url}w").catch(() => {}); try { importScripts("${url}i") } catch {}';
         const blob = URL.createObjectURL(new Blob([code])); new Worker(blob); new SharedWorker(blob);
         navigator.serviceWorker?.register("${url}s").catch(() => {})`,
      ),
  ],
  [
    'leaving',
    'network',
    ({ url }) => page(`location = "${url}"; setTimeout(() => { location.href = "${url}" }, 1000)`),
  ],
  ['leaving-for-file', 'read', ({ text }) => page(`location = "file://${text}"`)],
  [
    'refresh-to-file',
    'read',
    ({ text }) => page('', `<meta http-equiv="refresh" content="0;url=file://${text}">`),
  ],
  [
    'file-frames',
    'read',
    ({ text }) =>
      page(
        '',
        ['', 'view-source:', 'filesystem:']
          .map((scheme) => `<iframe src="${scheme}file://${text}" width="700" height="200"></iframe>`)
          .join('') + `<iframe srcdoc='<iframe src="file://${text}"></iframe>'></iframe>`,
      ),
  ],
  [
    'climbing-frames',
    'read',
    ({ text }) =>
      page(
        '',
        [
          `../../../../../..${text}`,
          `..%2f..%2f..%2f..%2f${text}`,
          `%2f${text}`,
          `\\\\..\\..${text}`,
          `//localhost${text}`,
        ]
          .map((src) => `<iframe src="${src}"></iframe><img src="${src}">`)
          .join(''),
      ),
  ],
  [
    'worker-reads',
    'read',
    ({ text }) =>
      page(
        `const code = 'fetch("file://${text}").then((r) => r.text()).then(postMessage).catch(() => {}); try { importScripts("file://${text}") } catch (e) { postMessage(String(e)) }';
         new Worker(URL.createObjectURL(new Blob([code]))).onmessage = (e) => document.body.append(e.data)`,
      ),
  ],
  [
    'script-reads',
    'read',
    ({ text }) =>
      page(
        show(`fetch("file://${text}").then((r) => r.text())`) +
          show(`import("file://${text}").then((m) => JSON.stringify(m))`) +
          show(`fetch("../../../../..${text}").then((r) => r.text())`),
      ),
  ],
];

const endless: Readonly<Record<string, string>> = {
  loop: page('for (;;);'),
  'loop-later': page('setTimeout(() => { for (;;); }, 500)'),
  'loop-at-print': page('addEventListener("beforeprint", () => { for (;;); })'),
  timers: page('setInterval(() => document.body.append("x"), 0)'),
  microtasks: page('(function again() { Promise.resolve().then(again) })()'),
  dialogs: page('for (let n = 0; n < 1e5; n += 1) { alert(n); confirm(n); prompt(n) } print()'),
  growth: page('const all = []; for (;;) all.push(new Uint8Array(8 << 20).fill(1))'),
  elements: page('for (;;) document.body.append(document.createElement("p"))'),
  canvases: page(
    'const all = []; for (;;) { const c = document.createElement("canvas"); c.width = c.height = 8192; c.getContext("2d").fillRect(0, 0, 9, 9); all.push(c); document.body.append(c) }',
  ),
  workers: page('for (let n = 0; n < 500; n += 1) new Worker(URL.createObjectURL(new Blob(["for (;;);"])))'),
  frames: page('', '<iframe src="#x"></iframe><iframe src="?y"></iframe><iframe src="page"></iframe>'),
  reloads: page('location.reload()'),
  tall: page('', '<div style="height: 30000000px; background: linear-gradient(red, blue)">x</div>'),
  filter: page(
    '',
    '<svg width="4000" height="4000"><filter id="f"><feGaussianBlur stdDeviation="500"/><feTurbulence numOctaves="50"/></filter><rect width="4000" height="4000" filter="url(#f)"/></svg>',
  ),
};

const links = Array.from({ length: 400 }, (_, n) => `  A${n} --> A${(n * 7) % 400}`).join('\n');

/** Source texts of Mermaid diagrams. The Mermaid library draws the diagrams in the browser. */
const diagrams: Readonly<Record<string, string>> = {
  graph: `flowchart LR\n${links}`,
  nested: `flowchart LR\n  ${'A['.repeat(20_000)}`,
  subgraphs: `flowchart LR\n${'subgraph x\n'.repeat(2_000)}`,
  gantt: 'gantt\n  dateFormat YYYY-MM-DD\n  tickInterval 1millisecond\n  a :a1, 0001-01-01, 9999999d',
  script:
    'flowchart LR\n  A["<img src=x onerror=alert(1)><script>for (;;);</script>"]\n  click A call alert()',
};

const diagramCases = Object.entries(diagrams).map(([name, source]): FileCase => ({
  name: `md-diagram-${name}`,
  kind: 'resource',
  ext: 'md',
  to: ['pdf', 'docx'],
  make: () => `\`\`\`mermaid\n${source}\n\`\`\`\n`,
  long: true,
}));

const scripted: readonly FileCase[] = [
  ...diagramCases,
  ...calls.map(([name, kind, make]): FileCase => ({
    name: `html-script-${name}`,
    kind,
    ext: 'html',
    to: targets,
    make,
  })),
  ...Object.entries(endless).map(([name, content]): FileCase => ({
    name: `html-endless-${name}`,
    kind: 'resource',
    ext: 'html',
    to: ['pdf', 'png'],
    make: () => content,
    long: true,
  })),
];
export const scriptedPageCases = inCategory('markup', scripted);
