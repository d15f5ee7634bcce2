/** The options of a route or a format as a table: label, name, and what it means. */
import { optionSchema, type OptionName } from '@protean/engines/runtime/options.ts';
import { domainWords } from '@protean/words/domain/index.ts';
import { html, type Html } from './html.ts';
import { domainText, type View } from './view.ts';

/** Undefined where none of the options has a label. */
export function writeOptionTable(view: View, options: readonly string[]): Html | undefined {
  const rows = options.filter((name): name is OptionName => `option_${name}` in domainWords.en);
  if (rows.length === 0) return undefined;
  return html`<section>
    <h2>${view.say('pair_options')}</h2>
    <table>
      <tbody>
        ${rows.map(
          (name) =>
            html`<tr>
              <th scope="row">${domainText(view, `option_${name}`, name)}</th>
              <td><code>${name}</code></td>
              <td lang="en">${String(optionSchema(name)['description'])}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
