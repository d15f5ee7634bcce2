/** Collapses the table of contents in narrow windows, because an open table would push the content out of view. */

export function prepareContents(): void {
  const contents = document.querySelector<HTMLDetailsElement>('.contents');
  if (!contents) return;
  const isWide = matchMedia('(min-width: 960px)');
  const fit = () => {
    contents.open = isWide.matches;
  };
  fit();
  isWide.addEventListener('change', fit);
  contents.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && !isWide.matches) contents.open = false;
  });
}
