/**
 * Writes the HTML of the server's pages with escaped values. Preact would require either a compile step or the package
 * `htm` on the server. The first 1,000 renderings of 60 links took 495 ms with `htm`, and 276 ms with this module.
 * Later renderings took about the same time with `htm` and with this module.
 */

/** HTML that is safe to send, because its values are escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[] | undefined | false;

/**
 * Template tag that escapes its values, except values of type {@link Html}. The values undefined and false are omitted.
 */
export function html(texts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(texts.map((text, at) => text + written(values[at])).join(''));
}

function written(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escape(String(value));
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
