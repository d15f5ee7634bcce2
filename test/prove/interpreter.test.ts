/** Tests that Python programs in the shared interpreter behave like Python programs in separate processes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedInterpreter } from '../samples/interpreter.ts';
import { python, withInterpreter } from '../samples/run.ts';

test('runs Python programs in a shared interpreter', async (t) => {
  await using shared = await SharedInterpreter.start();
  await withInterpreter(shared, async () => {
    await t.test(
      'passes arguments and input to a program in the shared Python interpreter and returns its outputs',
      async () => {
        const program =
          'import sys; print(sys.argv, sys.stdin.read()); print(sys.path[0] == "", file=sys.stderr)';
        const { stdout, stderr } = await python(program, ['word'], 'é');
        assert.deepEqual([stdout.toString(), stderr], ["['-c', 'word'] é\n", 'True\n']);
      },
    );

    await t.test(
      "if a program in the shared Python interpreter fails, the call rejects with the program's error output or exit status",
      async () => {
        await assert.rejects(python('import sys; sys.exit("not this")'), /: not this\n$/);
        await assert.rejects(python('1 / 0'), /ZeroDivisionError: division by zero/);
        await assert.rejects(python('two words'), /SyntaxError/);
        await assert.rejects(python('import sys; sys.exit(3)'), /: exited with 3$/);
        await assert.rejects(python('import os; os.kill(os.getpid(), 9)'), /: exited with -9$/);
      },
    );

    await t.test('programs in the shared Python interpreter do not affect each other', async () => {
      await python('import json; json.dumps = None');
      assert.equal((await python('import json; print(json.dumps([1]))')).stdout.toString(), '[1]\n');
    });

    await t.test('the shared Python interpreter runs programs concurrently', async () => {
      const numbers = Array.from({ length: 20 }, (_, n) => n);
      const outputs = await Promise.all(numbers.map((n) => python(`print(${n})`)));
      assert.deepEqual(
        outputs.map(({ stdout }) => Number(stdout)),
        numbers,
      );
    });

    await t.test('programs in the shared Python interpreter can start subprocesses', async () => {
      const { stdout } = await python('import subprocess; print(subprocess.run(["false"]).returncode)');
      assert.equal(stdout.toString(), '1\n');
    });
  });
});
