/** Tests that pages whose style sheets require the print engine are detected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsPagedMedia } from './read-page.ts';

test('distinguishes style sheets for paged media from scripts that look like them', () => {
  const styled = (css: string) => needsPagedMedia(`<style>${css}</style><p>x</p>`);
  assert.ok(styled('.note { float: footnote }'));
  assert.ok(styled("@page { @top-left { content: 'Chapter ' string(chapter) } }"));
  assert.ok(styled("a::after { content: leader('.') target-counter(attr(href), page) }"));
  assert.ok(!styled('.note { float: left } p { content: counter(page) }'));
  assert.ok(!needsPagedMedia('<script>const content = { string: 1 }; x.toString(16); string(1)</script>'));
});
