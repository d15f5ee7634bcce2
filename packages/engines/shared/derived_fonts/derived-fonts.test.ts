/** Tests that the tables of derived fonts are complete and produce the expected widths, line gaps and substitutes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../test/support/python.ts';

/** Returns the value of a Python expression, evaluated with the modules of derived fonts. */
function evaluated(expression: string): unknown {
  const program = `import json
from engines.shared.derived_fonts import advances, faces, korean, rules
print(json.dumps(${expression}))`;
  return JSON.parse(python(program));
}

test('every style of every font face has advance widths, and every face name is unique', () => {
  const missing = evaluated(
    `[face.name for face in faces.rows() for style in face.styles
      if face.advances not in ('half', 'own', 'cjk') and ord('0') not in advances.stored(face.advances, style)]`,
  );
  assert.deepEqual(missing, []);
  const names = evaluated(
    '[name for face in faces.rows() for name in (face.name, *face.others)]',
  ) as string[];
  assert.equal(new Set(names).size, names.length, 'names are unique');
});

test('gives accented letters the width of their base letters', () => {
  const widths = evaluated('advances.with_accents({32: 500, 101: 1000})') as Record<string, number>;
  assert.deepEqual([widths['232'], widths['233'], widths['160']], [1000, 1000, 500]);
});

test('a font style without a table entry uses the advance widths of the bold or regular style', () => {
  assert.equal(
    evaluated(`advances.stored('tahoma', 'bold-italic') == advances.stored('tahoma', 'bold')`),
    true,
  );
  assert.equal(evaluated(`advances.stored('batang', 'bold') == advances.stored('batang', 'regular')`), true);
});

test('stores separate advance widths for each weight of Segoe UI', () => {
  const weights = ['segoe-ui', 'segoe-ui-light', 'segoe-ui-semilight', 'segoe-ui-semibold'];
  const advances = weights.map((name) => evaluated(`advances.stored('${name}', 'regular')[ord('m')]`));
  assert.equal(new Set(advances).size, weights.length);
});

test('East Asian faces have a line gap of 0.3 times their height, and other faces have none', () => {
  const gaps = evaluated(
    `{face.name: round(face.line_gap, 3) for face in faces.rows() if face.name in ('MS Mincho', 'Meiryo', 'Verdana')}`,
  );
  assert.deepEqual(gaps, { 'MS Mincho': 0.3, Meiryo: 0.45, Verdana: 0 });
});

test('adds fallback fonts of the same language to Korean and Chinese faces', () => {
  const substitutes = evaluated(
    `{face.name: rules.substitutes(face)[1:] for face in faces.rows() if face.name in ('Batang', 'SimHei', 'Georgia')}`,
  );
  assert.deepEqual(substitutes, {
    Batang: ['Protean Serif KR', 'Noto Serif CJK KR'],
    SimHei: ['Noto Sans CJK SC'],
    Georgia: [],
  });
});
