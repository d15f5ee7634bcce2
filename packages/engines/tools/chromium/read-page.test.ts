/** Tests the detection of pages whose style sheets use features for paged media that browsers do not support. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsPagedMedia } from './read-page.ts';

test('detects paged media features only in style sheets, not in scripts', () => {
  const styled = (css: string) => needsPagedMedia(`<style>${css}</style><p>x</p>`);
  assert.ok(styled('.note { float: footnote }'));
  assert.ok(styled("@page { @top-left { content: 'Chapter ' string(chapter) } }"));
  assert.ok(styled("a::after { content: leader('.') target-counter(attr(href), page) }"));
  assert.ok(!styled('.note { float: left } p { content: counter(page) }'));
  assert.ok(!needsPagedMedia('<script>const content = { string: 1 }; x.toString(16); string(1)</script>'));
});
