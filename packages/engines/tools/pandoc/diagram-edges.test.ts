/** Tests that Mermaid diagrams are found in the source formats. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawing, undrawn, withoutDiagrams } from './diagram-edges.ts';

const has = (text: string) => withoutDiagrams(Buffer.from(text)).length > 0;

for (const text of [
  '```mermaid\npie\n```',
  '~~~ mermaid\npie\n~~~',
  '```{.mermaid}\npie\n```',
  ':::mermaid\npie\n:::',
  '<pre class="mermaid">pie</pre>',
  "<code class='x language-mermaid'>pie</code>",
  '<div class=mermaid>pie</div>',
  '{"source": ["<pre class=\\"mermaid\\">pie</pre>"]}',
  '.. code-block:: mermaid\n',
  '.. mermaid::\n',
  '#+BEGIN_SRC mermaid\n',
  '[source,mermaid]\n----\n',
  '[mermaid]\n----\n',
  '<syntaxhighlight lang="mermaid">pie</syntaxhighlight>',
  '<programlisting language="mermaid">pie</programlisting>',
  '<code mermaid>pie</code>',
  '{code:mermaid}\npie\n{code}',
])
  test(`finds the Mermaid diagram in ${JSON.stringify(text)}`, () => assert.ok(has(text)));

for (const text of [
  'A mermaid swims.',
  '# mermaid\n',
  '<p>class mermaid</p>',
  '[a mermaid](https://example.com)',
  '<img class="mermaid-diagram" alt="Diagram">',
])
  test(`finds no Mermaid diagram in ${JSON.stringify(text)}`, () => assert.ok(!has(text)));

for (const part of ['class=', '```', '<div class="', '{code:', ':::', '[source,', '.. '])
  test(`searches 100,000 repetitions of ${JSON.stringify(part)} for diagrams in less than 5 s`, () => {
    const start = performance.now();
    assert.ok(!has(`a mermaid ${part.repeat(100_000)}`));
    assert.ok(performance.now() - start < 5_000);
  });

test('uses a browser only if both the source and the target can contain diagrams', () => {
  const edges = [{ reads: ['md', 'txt'], writes: ['docx', 'rst'], cost: 1 }];
  const [drawn] = drawing(edges);
  assert.deepEqual(drawn?.except, ['md>rst', 'txt>docx', 'txt>rst']);
  assert.deepEqual(
    undrawn(edges).map(({ except, lacks }) => [except, lacks !== undefined]),
    [
      [['md>docx'], false],
      [['md>rst', 'txt>docx', 'txt>rst'], true],
    ],
  );
});
