/** Converts a web page with a new browser. Exits with a reason if the conversion fails. */
import { readStep } from '../../contract/step.ts';
import { CurrentBrowser } from './current-browser.ts';
import { convert } from './convert.ts';
import { UnreadablePage } from './read-page.ts';

const browsers = new CurrentBrowser('/tmp/browser');
try {
  await convert(readStep(), browsers);
} catch (error) {
  if (!(error instanceof UnreadablePage)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.status;
} finally {
  await browsers.end();
}
