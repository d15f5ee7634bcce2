/** Tests that drawing a malicious page for text recognition ends at its limit of processor time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../test/support/python.ts';

/**
 * Writes a PDF of 1 page, on which 9 nested forms multiply to 10⁹ rectangles, and asks for the words of this page. The
 * step has a time limit of 5 s, and therefore 1 s for drawing a page. Prints the words.
 */
const program = `
import os, sys, tempfile
from engines.tools.tesseract.runner_pages import Recognizer

def stream(head, content):
    return f'<< {head} /Length {len(content)} >>\\nstream\\n{content}\\nendstream'

forms = [
    stream(f'/Type /XObject /Subtype /Form /BBox [0 0 900 900] /Resources << /XObject << /F {n + 1} 0 R >> >>', '/F Do ' * 10)
    for n in range(5, 14)
]
objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>',
    stream('', '/F Do'),
    *forms,
    stream('/Type /XObject /Subtype /Form /BBox [0 0 900 900]', '0 0 9 9 re f'),
]
with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, 'in.pdf')
    with open(file, 'w', encoding='ascii') as pdf:
        pdf.write('%PDF-1.7\\n')
        for number, content in enumerate(objects, 1):
            pdf.write(f'{number} 0 obj\\n{content}\\nendobj\\n')
        pdf.write('trailer << /Root 1 0 R >>\\n')
    step = {'input': file, 'work': folder, 'options': {}, 'timeLimit': {'ms': 5000, 'longestMs': 5000}}
    print(Recognizer(step).runs({'number': 1, 'width': 595, 'height': 842}))
`;

test('skips a page that takes too long to draw', () => {
  assert.equal(python(program).trim(), 'None');
});
