import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Category, Format, Trait } from '@protean/formats/format.ts';
import type { CategoryTransition } from './category-transitions.ts';
import type { Edge } from './edges.ts';
import { Planner, type PlannerInput, type Route } from './planner.ts';

function format(ext: string, facts: Partial<Format> = {}): Format {
  return { ext, name: ext, category: 'image', mime: `test/${ext}`, holds: [], ...facts };
}

function edge(from: string, to: string, facts: Partial<Edge> = {}): Edge {
  return { engine: 'tool', from, to, cost: 1, loses: [], options: [], many: false, ...facts };
}

const chainOf = (route: Route | undefined) =>
  route?.steps.map(({ engine, to }) => `${engine}:${to}`).join(' ');

function plan(formats: Format[], edges: Edge[], transitions: CategoryTransition[] = []): Planner {
  return new Planner({ formats, edges, transitions });
}

test('joins conversion steps only at hub formats', () => {
  const edges = [edge('a', 'b'), edge('b', 'c')];
  assert.equal(plan([format('a'), format('b'), format('c')], edges).find('a', 'c'), undefined);
  const route = plan([format('a'), format('b', { hub: true }), format('c')], edges).find('a', 'c');
  assert.equal(chainOf(route), 'tool:b tool:c');
});

test('uses a format with `hubFor` as an intermediate format only for the listed source formats', () => {
  const formats = [format('a'), format('x'), format('b', { hubFor: ['a'] }), format('c')];
  const planner = plan(formats, [edge('a', 'b'), edge('x', 'b'), edge('b', 'c')]);
  assert.equal(chainOf(planner.find('a', 'c')), 'tool:b tool:c');
  assert.equal(planner.find('x', 'c'), undefined);
});

test('converts a format to itself only in a single step', () => {
  const formats = [format('a', { hub: true }), format('b', { hub: true }), format('c')];
  const edges = [edge('a', 'b'), edge('b', 'a'), edge('b', 'c')];
  assert.equal(plan(formats, edges).find('a', 'a'), undefined);
  const planner = plan(formats, [...edges, edge('a', 'a', { engine: 'again' })]);
  assert.equal(chainOf(planner.find('a', 'a')), 'again:a');
  assert.equal(planner.find('b', 'b'), undefined);
  for (const to of ['b', 'c']) assert.doesNotMatch(chainOf(planner.find('a', to)) ?? '', /again/);
});

test('a step that splits a file into several files must be the last step of a route', () => {
  const formats = [format('a'), format('b', { hub: true }), format('c')];
  const planner = plan(formats, [edge('a', 'b', { many: true }), edge('b', 'c')]);
  assert.deepEqual(planner.targets('a'), ['b']);
});

test('does not plan a route that drops a feature that both its source and target support', () => {
  const formats = [
    format('a', { holds: ['alpha'] }),
    format('b', { hub: true }),
    format('c', { holds: ['alpha'] }),
    format('d'),
  ];
  const planner = plan(formats, [edge('a', 'b'), edge('b', 'c'), edge('b', 'd')]);
  assert.deepEqual(planner.targets('a'), ['b', 'd']);
});

test('a route of several steps changes the format category only if a transition allows the change', () => {
  const formats = [
    format('doc', { category: 'document' }),
    format('pdf', { category: 'document', hub: true }),
    format('png'),
  ];
  const edges = [edge('doc', 'pdf'), edge('pdf', 'png')];
  assert.deepEqual(plan(formats, edges).targets('doc'), ['pdf']);
  assert.deepEqual(plan(formats, edges).targets('pdf'), ['png']);
  assert.deepEqual(plan(formats, edges, [{ from: 'document', to: 'image' }]).targets('doc'), ['pdf', 'png']);
});

test('a route between two categories passes through a third category only if a declared transition names it', () => {
  const formats = [
    format('xls', { category: 'spreadsheet' }),
    format('pdf', { category: 'document', hub: true }),
    format('png'),
  ];
  const edges = [edge('xls', 'pdf'), edge('pdf', 'png')];
  const without: CategoryTransition = { from: 'spreadsheet', to: 'image' };
  assert.equal(plan(formats, edges, [without]).find('xls', 'png'), undefined);
  assert.ok(plan(formats, edges, [{ ...without, through: 'document' }]).find('xls', 'png'));
});

test('a route may use an intermediate format without a trait if the first step loses this trait anyway', () => {
  const structured = { holds: ['structure'] } as const;
  const formats = [format('a', structured), format('b', { hub: true }), format('c', structured)];
  const last = edge('b', 'c');
  assert.equal(plan(formats, [edge('a', 'b'), last]).find('a', 'c'), undefined);
  const route = plan(formats, [edge('a', 'b', { loses: ['structure'] }), last]).find('a', 'c');
  assert.deepEqual(route?.loses, ['structure']);
});

test('prefers less loss to fewer steps, and fewer steps to lower cost', () => {
  const tagged = { holds: ['tags'] } as const;
  const formats = [format('a', tagged), format('b', { ...tagged, hub: true }), format('c', tagged)];
  const around = [edge('a', 'b'), edge('b', 'c')];
  assert.equal(
    chainOf(plan(formats, [...around, edge('a', 'c', { loses: ['tags'] })]).find('a', 'c')),
    'tool:b tool:c',
  );
  assert.equal(chainOf(plan(formats, [...around, edge('a', 'c', { cost: 50 })]).find('a', 'c')), 'tool:c');
});

test('chooses the engine of a step by loss, then by cost, then by name', () => {
  const formats = [format('a'), format('b')];
  const lossy = edge('a', 'b', { engine: 'lossy', loses: ['tags'] });
  const slow = edge('a', 'b', { engine: 'slow', cost: 9 });
  const quick = edge('a', 'b', { engine: 'quick' });
  const twin = edge('a', 'b', { engine: 'twin' });
  assert.equal(chainOf(plan(formats, [lossy, slow]).find('a', 'b')), 'slow:b');
  assert.equal(chainOf(plan(formats, [lossy, slow, twin, quick]).find('a', 'b')), 'quick:b');
});

test('a route has the losses and the options of all its steps', () => {
  const formats = [
    format('a', { holds: ['alpha', 'tags', 'colour'] }),
    format('b', { hub: true, holds: ['tags', 'colour'] }),
    format('c', { holds: ['colour'] }),
  ];
  const edges = [
    edge('a', 'b', { options: ['dpi'] }),
    edge('b', 'c', { loses: ['colour', 'sound'], options: ['quality', 'dpi'] }),
  ];
  const route = plan(formats, edges).find('a', 'c');
  assert.deepEqual(route?.loses, ['alpha', 'tags', 'colour']);
  assert.deepEqual(route?.options, ['dpi', 'quality']);
});

test('a route accepts an option of a step only if all later steps keep the effect of the option', () => {
  const hubs = ['html', 'json'].map((ext) => format(ext, { hub: true }));
  const formats = [...hubs, ...['pdf', 'md', 'rst', 'yaml'].map((ext) => format(ext))];
  const edges = [
    edge('pdf', 'html', { options: ['page_markers', 'ocr'] }),
    edge('html', 'md', { options: ['front_matter'] }),
    edge('html', 'rst'),
    edge('pdf', 'json', { options: ['indent'] }),
    edge('json', 'yaml'),
  ];
  const planned = plan(formats, edges);
  const options = (target: string) => planned.find('pdf', target)?.options;
  assert.deepEqual(options('html'), ['page_markers', 'ocr']);
  assert.deepEqual(options('md'), ['page_markers', 'ocr', 'front_matter']);
  assert.deepEqual(options('rst'), ['ocr']);
  assert.deepEqual(options('json'), ['indent']);
  assert.deepEqual(options('yaml'), []);
});

test('ignores conversion steps from or to unknown formats', () => {
  assert.deepEqual(plan([format('a')], [edge('a', 'ghost'), edge('ghost', 'a')]).all(), []);
});

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const someCategories: Category[] = ['image', 'document', 'spreadsheet'];
const someTraits: Trait[] = ['alpha', 'text', 'pages'];

const world: fc.Arbitrary<PlannerInput> = fc.record({
  formats: fc.tuple(
    ...names.map((ext) =>
      fc
        .record({
          category: fc.constantFrom(...someCategories),
          holds: fc.subarray(someTraits),
          hub: fc.boolean(),
        })
        .map(({ hub, ...facts }) => format(ext, hub ? { ...facts, hub } : facts)),
    ),
  ),
  edges: fc.uniqueArray(
    fc
      .record({
        engine: fc.constantFrom('one', 'two', 'three'),
        from: fc.constantFrom(...names),
        to: fc.constantFrom(...names),
        cost: fc.integer({ min: 1, max: 3 }),
        loses: fc.subarray(someTraits),
        many: fc.boolean(),
      })
      .filter(({ from, to }) => from !== to)
      .map(({ from, to, ...facts }) => edge(from, to, facts)),
    { maxLength: 25, selector: ({ engine, from, to }) => `${engine} ${from} ${to}` },
  ),
  transitions: fc.array(
    fc
      .record({
        from: fc.constantFrom(...someCategories),
        to: fc.constantFrom(...someCategories),
        through: fc.option(fc.constantFrom(...someCategories)),
      })
      .map(({ through, ...ends }): CategoryTransition => (through ? { ...ends, through } : ends)),
    { maxLength: 4 },
  ),
});

const effort = (route: Route) => route.steps.reduce((sum, { cost }) => sum + cost, 0);

test('every route has 1 to 3 connected steps and visits no format twice', () => {
  fc.assert(
    fc.property(world, (input) => {
      for (const { source, target, steps } of new Planner(input).all()) {
        assert.ok(steps.length >= 1 && steps.length <= 3);
        const stops = [source, ...steps.map(({ to }) => to)];
        assert.deepEqual(
          steps.map(({ from }) => from),
          stops.slice(0, -1),
        );
        assert.equal(stops.at(-1), target);
        assert.equal(new Set(stops).size, stops.length);
        for (const step of steps) assert.ok(input.edges.includes(step));
      }
    }),
  );
});

test('every intermediate format is a hub, and can represent each feature that the source, target and first step keep', () => {
  fc.assert(
    fc.property(world, (input) => {
      const formatOf = (ext: string) => input.formats.find((one) => one.ext === ext) ?? format(ext);
      for (const route of new Planner(input).all()) {
        const [source, target] = [formatOf(route.source), formatOf(route.target)];
        for (const step of route.steps.slice(0, -1)) {
          const between = formatOf(step.to);
          assert.ok(between.hub && !step.many);
          const kept = source.holds.filter((trait) => !route.steps[0]?.loses.includes(trait));
          for (const trait of kept)
            if (target.holds.includes(trait)) assert.ok(between.holds.includes(trait));
          const stays = source.category === target.category && between.category === source.category;
          const crosses = input.transitions.some(
            ({ from, to, through }) =>
              from === source.category &&
              to === target.category &&
              [from, to, through].includes(between.category),
          );
          assert.ok(stays || crosses);
        }
      }
    }),
  );
});

test('uses several steps instead of a direct step only if the longer route loses less', () => {
  fc.assert(
    fc.property(world, (input) => {
      const planner = new Planner(input);
      const formatOf = (ext: string) => input.formats.find((one) => one.ext === ext) ?? format(ext);
      for (const direct of input.edges) {
        const route = planner.find(direct.from, direct.to);
        assert.ok(route);
        const inherent = formatOf(direct.from).holds.filter(
          (trait) => !formatOf(direct.to).holds.includes(trait),
        );
        const dropped = direct.loses.filter((trait) => formatOf(direct.from).holds.includes(trait));
        const losesByEdge = new Set([...inherent, ...dropped]).size;
        const sameEnds = input.edges.filter(({ from, to }) => from === direct.from && to === direct.to);
        if (route.steps.length > 1 && sameEnds.length === 1) assert.ok(route.loses.length < losesByEdge);
      }
    }),
  );
});

test('adding a missing direct step between two formats never makes a route worse', () => {
  fc.assert(
    fc.property(
      world,
      fc.constantFrom(...names),
      fc.constantFrom(...names),
      fc.subarray(someTraits),
      (input, from, to, loses) => {
        fc.pre(from !== to && !input.edges.some((known) => known.from === from && known.to === to));
        const more = new Planner({
          ...input,
          edges: [...input.edges, edge(from, to, { engine: 'new', loses })],
        });
        for (const route of new Planner(input).all()) {
          const now = more.find(route.source, route.target);
          assert.ok(now);
          const [before, after] = [route, now].map((one) => [
            one.loses.length,
            one.steps.length,
            effort(one),
          ]);
          const changed = before?.findIndex((amount, n) => amount !== after?.[n]) ?? -1;
          assert.ok(changed < 0 || (after?.[changed] ?? 0) < (before?.[changed] ?? 0));
        }
      },
    ),
  );
});

test('the order of formats, steps and transitions does not affect the planned routes', () => {
  const shown = (planner: Planner) =>
    planner
      .all()
      .map((route) => `${route.source}>${route.target} ${chainOf(route)}`)
      .sort();
  const shuffled = world.chain(({ formats, edges, transitions }) =>
    fc.tuple(
      fc.constant({ formats, edges, transitions }),
      fc.record({
        formats: fc.shuffledSubarray([...formats], { minLength: formats.length }),
        edges: fc.shuffledSubarray([...edges], { minLength: edges.length }),
        transitions: fc.shuffledSubarray([...transitions], { minLength: transitions.length }),
      }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([input, other]) => {
      assert.deepEqual(shown(new Planner(other)), shown(new Planner(input)));
    }),
  );
});

test('planning one source format at a time results in the same routes as planning all formats at once', () => {
  fc.assert(
    fc.property(world, (input) => {
      const [all, alone] = [new Planner(input), new Planner(input)];
      for (const { source, target } of all.all()) {
        assert.deepEqual(alone.find(source, target), all.find(source, target));
        assert.deepEqual(alone.targets(source), all.targets(source));
      }
      assert.deepEqual(alone.all(), all.all());
    }),
  );
});

test('find() plans only the routes of the requested source format', () => {
  const asked = new Set<string>();
  const accepts = () => (route: Route) => asked.add(route.source).size > 0;
  const [formats, edges] = [
    [format('a'), format('b')],
    [edge('a', 'b'), edge('b', 'a')],
  ];
  const planner = new Planner({ formats, edges, transitions: [], accepts });
  assert.ok(planner.find('a', 'b'));
  assert.equal(planner.find('nix', 'b'), undefined);
  assert.deepEqual([...asked], ['a']);
  planner.all();
  assert.deepEqual([...asked].sort(), ['a', 'b']);
});
