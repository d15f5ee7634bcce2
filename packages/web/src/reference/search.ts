/** Searches the operations and filters them while the user types. Without scripts, the form queries the server. */

export function prepareSearch(): void {
  const form = document.querySelector<HTMLFormElement>('.search');
  const input = form?.querySelector<HTMLInputElement>('input[type=search]');
  const count = document.querySelector('.search-count');
  if (!form || !input || !count) return;
  const rows = [...document.querySelectorAll<HTMLElement>('.operation-list > li')];
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const row of rows) {
      const isFound = words.every((word) => row.dataset['words']?.includes(word));
      row.hidden = !isFound;
      if (isFound) found += 1;
    }
    for (const group of document.querySelectorAll<HTMLElement>('.group'))
      group.hidden = !group.querySelector('.operation-list > li:not([hidden])');
    count.textContent = words.length === 0 ? '' : `${found} of ${rows.length} operations`;
  };
  input.addEventListener('input', filter);
  form.addEventListener('submit', (event) => {
    // If the URL has a query, the form is submitted so that the server searches all operations, because the page
    // contains only the operations that match the query.
    if (new URLSearchParams(location.search).has('q')) return;
    event.preventDefault();
    document.querySelector<HTMLElement>('.operation-list > li:not([hidden]) a')?.focus();
  });
}
