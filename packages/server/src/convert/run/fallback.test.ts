import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '@protean/engines';
import { formats } from '@protean/formats';
import { ServiceError } from '../../errors.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import type { RoutePlan } from '../request/route-plan.ts';
import { fallbackSteps, isUnreadable, planForSize } from './fallback.ts';

const catalogue = new Catalogue(formats, engines, () => true);

function chains(source: string, target: string, options = {}): string[] {
  const route = catalogue.live.find(source, target);
  assert.ok(route, `${source} to ${target}`);
  return fallbackSteps(catalogue, { route, steps: route.steps, options }).map((steps) =>
    [source, ...steps.map(({ engine, to }) => `${engine}>${to}`)].join(' '),
  );
}

test('a fallback starts with another engine and continues with the usual conversion steps', () => {
  assert.deepEqual(chains('webp', 'png'), ['webp pillow>png']);
  assert.deepEqual(chains('webp', 'jpg'), ['webp pillow>png sharp>jpg']);
  assert.deepEqual(chains('dds', 'png'), ['dds pillow>png', 'dds ffmpeg-image>png']);
});

test('does not offer a fallback that would ignore an option', () => {
  assert.deepEqual(chains('webp', 'jpg', { width: 10 }), ['webp pillow>png sharp>jpg']);
  assert.deepEqual(chains('webp', 'png', { width: 10 }), []);
  assert.deepEqual(chains('csv', 'json'), []);
});

test('uses another engine first if a table is too large for LibreOffice', () => {
  const planned = (source: string, target: string, bytes: number, options = {}) => {
    const route = catalogue.live.find(source, target) ?? assert.fail();
    const plan = { route, steps: catalogue.stepsFor(route, options), options } as RoutePlan;
    return planForSize(catalogue, plan, bytes)?.steps.map(({ engine }) => engine);
  };
  assert.equal(planned('csv', 'xlsx', 9_999_999), undefined);
  assert.deepEqual(planned('csv', 'xlsx', 10_000_000), ['data']);
  assert.deepEqual(planned('tsv', 'xlsx', 10_000_000), ['data']);
  assert.equal(planned('webp', 'png', 10_000_000), undefined);
});

test('no planned route uses a conversion step that is declared as a fallback', () => {
  const fallbacks = engines.flatMap(({ id, edges }) =>
    edges.filter(({ fallback }) => fallback).flatMap(({ writes }) => writes.map((to) => `${id} ${to}`)),
  );
  assert.ok(fallbacks.includes('pillow png'));
  // Pillow, which is not a fallback, converts animated WebP to APNG.
  const steps = catalogue.live.all().flatMap((route) => route.steps);
  assert.ok(steps.every(({ engine, to }) => engine !== 'pillow' || to === 'apng'));
});

test('uses a fallback only if the engine could not read the source file', () => {
  const error = (reason: string, source: string) =>
    new ServiceError('bad_request', 'No.', { details: { reason, source } });
  assert.equal(isUnreadable(error('unreadable_file', 'tiff'), 'tiff'), true);
  assert.equal(isUnreadable(error('unreadable_file', 'png'), 'tiff'), false);
  assert.equal(isUnreadable(error('password_required', 'tiff'), 'tiff'), false);
  assert.equal(isUnreadable(new Error('unreadable_file'), 'tiff'), false);
});
