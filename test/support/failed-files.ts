/** A reporter for `node --test`: the path of each file with a failed test, a line each. */
import type { EventData } from 'node:test';

type TestEvent = { type: 'test:fail'; data: EventData.TestFail } | { type: 'other' };

export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seen = new Set<string>();
  for await (const event of events) {
    if (event.type !== 'test:fail') continue;
    const { file } = event.data;
    if (file === undefined || seen.has(file)) continue;
    seen.add(file);
    yield `${file}\n`;
  }
}
