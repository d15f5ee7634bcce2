/** Writes the options of a route or format: label, name and description. */
import { optionSchema, type OptionName } from '@protean/engines/contract/options.ts';
import { domainMessages } from '@protean/messages/domain/index.ts';
import { html, type Html } from '../pages/html.ts';
import { domainText, type PageContext } from '../pages/page-context.ts';

/** Writes the options with a heading. Returns undefined if no option has a label. */
export function writeOptionList(context: PageContext, options: readonly string[]): Html | undefined {
  const list = writeOptions(context, options);
  return (
    list &&
    html`<section>
      <h2>${context.say('pair_options')}</h2>
      ${list}
    </section>`
  );
}

/** Writes the options without a heading. Returns undefined if no option has a label. */
export function writeOptions(context: PageContext, options: readonly string[]): Html | undefined {
  const rows = options.filter((name): name is OptionName => `option_${name}` in domainMessages.en);
  if (rows.length === 0) return undefined;
  return html`<dl class="option-list">
    ${rows.map(
      (name) =>
        html`<div>
          <dt>${domainText(context, `option_${name}`, name)} <code dir="ltr">${name}</code></dt>
          <dd lang="en" dir="auto">${String(optionSchema(name)['description'])}</dd>
        </div>`,
    )}
  </dl>`;
}
