/** A table that scrolls by itself where the window is narrower than its rows. */
import { html, type Html } from './html.ts';

interface Column {
  title: string;
  isNumber?: boolean;
}

/** `label` says to those who do not see it what the table is; the first cell of a row is its heading. */
export function writeScrollTable(label: string, columns: readonly Column[], rows: readonly Html[]): Html {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${columns.map(
            ({ title, isNumber = false }) =>
              html`<th scope="col" ${isNumber && html` class="number"`}>${title}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
