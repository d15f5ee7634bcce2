/** A table that scrolls if the window is too narrow for its rows. */
import { html, type Html } from './html.ts';

interface Column {
  title: string;
  isNumber?: boolean;
}

/**
 * Writes the table. `label` describes the table to screen readers. The first cell of each row is the heading of the
 * row.
 */
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
