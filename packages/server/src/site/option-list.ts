/** The options of a route or a format: label, name, and what each means. */
import { optionSchema, type OptionName } from '@protean/engines/contract/options.ts';
import { domainWords } from '@protean/words/domain/index.ts';
import { html, type Html } from '../pages/html.ts';
import { domainText, type View } from '../pages/view.ts';

/** Undefined where none of the options has a label. */
export function writeOptionList(view: View, options: readonly string[]): Html | undefined {
  const rows = options.filter((name): name is OptionName => `option_${name}` in domainWords.en);
  if (rows.length === 0) return undefined;
  return html`<section>
    <h2>${view.say('pair_options')}</h2>
    <dl class="option-list">
      ${rows.map(
        (name) =>
          html`<div>
            <dt>${domainText(view, `option_${name}`, name)} <code dir="ltr">${name}</code></dt>
            <dd lang="en" dir="auto">${String(optionSchema(name)['description'])}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}
