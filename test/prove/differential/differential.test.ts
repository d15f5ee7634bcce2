/**
 * Tests the differential oracle: which losses it reports, which losses it excuses, and how it maintains the list of
 * known gaps (losses that are not fixed yet).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from '../../../packages/server/src/convert/catalogue/planner.ts';
import { faultsOf, isExcused, trialsOf, type Finding, type Outcome, type Trial } from './differential.ts';
import { traitDocuments } from './documents/index.ts';
import { writeFindings } from './findings.ts';
import { settle, withoutFixed } from './known-gaps.ts';

const route = (source: string, target: string): Route => ({
  source,
  target,
  steps: [],
  loses: [],
  options: [],
});
const document = { name: 'page', ext: 'html', traits: [], write: () => Promise.resolve() };
const trial: Trial = { route: route('html', 'md'), document };
const finding: Finding = { ...trial, trait: 'footnote', kind: 'missing', detail: 'walrus' };
const outcome: Outcome = { trial, compared: ['footnote', 'ruby'], findings: [finding] };

test('the loss of a feature is accepted only if the conversion or a warning declares this loss', () => {
  const trait = { name: 'comment', losesWith: ['layout'], warnings: ['comments_left_out'] } as const;
  assert.equal(isExcused(trait, { loses: [] }, []), false);
  assert.equal(isExcused(trait, { loses: ['styling'] }, ['salvaged']), false);
  assert.equal(isExcused(trait, { loses: ['layout'] }, []), true);
  assert.equal(isExcused(trait, { loses: [] }, ['comments_left_out']), true);
});

test('reports all missing phrases as one fault, and all wrongly visible phrases as another fault', () => {
  const trait = { name: 'hidden-text', shown: ['before', 'after'], hidden: ['secret'], literal: ['[!NOTE]'] };
  assert.deepEqual(faultsOf({ text: 'before secret [!NOTE]' }, trait), [
    ['missing', 'after'],
    ['visible', 'secret | [!NOTE]'],
  ]);
  assert.deepEqual(faultsOf({ text: 'before, after' }, trait), []);
});

test('accepts text without list numbers if the format of the result numbers lists automatically', () => {
  const trait = { name: 'list-numbers', shown: ['7 Juniper'], listNumbers: true } as const;
  assert.deepEqual(faultsOf({ text: 'Juniper' }, trait), []);
  assert.deepEqual(faultsOf({ text: 'Juniper', numbersLists: true }, trait), [['missing', '7 Juniper']]);
});

test('reports losses that are missing from the list of known losses, and known losses that no longer occur', () => {
  const gap = (trait: string) => ({ source: 'html', trait, targets: 'txt md', reason: 'x' });
  assert.deepEqual(settle(outcome, [gap('footnote')]).findings, []);
  assert.deepEqual(settle(outcome, [{ ...gap('footnote'), targets: 'txt' }]).findings, [finding]);
  assert.deepEqual(
    settle(outcome, [gap('ruby')]).findings.map(({ trait, kind }) => [trait, kind]),
    [
      ['footnote', 'missing'],
      ['ruby', 'fixed'],
    ],
  );
});

test('compares a conversion only if its source has a test document and its target is readable', () => {
  const found = trialsOf(
    [route('toml', 'json'), route('html', 'png'), route('csv', 'nothing')],
    traitDocuments,
  );
  assert.deepEqual(
    found.map((each) => [each.document.name, each.route.target]),
    [['toml', 'json']],
  );
});

test('test documents, and the features of each document, have unique names', () => {
  const names = traitDocuments.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, traits } of traitDocuments) {
    assert.equal(new Set(traits.map((trait) => trait.name)).size, traits.length, name);
  }
});

test('the report groups losses by source format, feature and type of loss', () => {
  const other = { ...finding, route: route('html', 'txt') };
  const report = writeFindings([outcome, { trial, compared: ['footnote'], findings: [other] }]);
  assert.match(report, /2 conversions of trait documents, 3 traits compared: 2 undeclared losses/);
  assert.match(report, /\| html \| footnote \| missing \| 2: md txt \| walrus \|/);
});

test('removes fixed losses, and entries without remaining targets, from the list of known losses', () => {
  const gaps = [
    { source: 'html', trait: 'ruby', targets: 'md txt', reason: 'the reader drops it' },
    { source: 'html', trait: 'footnote', targets: 'md', reason: 'the reader drops it' },
  ];
  const fixed = (trait: string): Finding => ({ ...trial, trait, kind: 'fixed', detail: '' });
  assert.deepEqual(withoutFixed(gaps, [fixed('ruby'), fixed('footnote')]), [{ ...gaps[0], targets: 'txt' }]);
  assert.deepEqual(withoutFixed(gaps, [finding]), gaps);
});
