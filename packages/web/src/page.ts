/** Behaviour of every page: closes menus, applies a theme immediately, and copies code. */
import { copyText } from './copy-text.ts';
import './styles/base.css';

const menus = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]');

document.addEventListener('click', ({ target }) => {
  for (const menu of menus()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
});

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  for (const menu of menus()) {
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }
});

// Applies the theme without reloading the page, because a reload would lose the page's state.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-theme-choice]') : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  const theme = link.dataset['themeChoice'] ?? 'auto';
  event.preventDefault();
  document.documentElement.dataset['theme'] = theme;
  const path = document.documentElement.dataset['base'] || '/';
  const year = 365 * 24 * 3600;
  document.cookie = `protean-theme=${theme}; Path=${path}; Max-Age=${year}; SameSite=Lax`;
  for (const choice of document.querySelectorAll('a[data-theme-choice]')) {
    if (choice === link) choice.setAttribute('aria-current', 'true');
    else choice.removeAttribute('aria-current');
  }
  for (const menu of menus()) {
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }
});

/** Time for which a copy button shows a confirmation, in milliseconds. */
const confirmedMs = 2000;

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy-code]') : null;
  const codes = button?.closest('.code-block, .examples')?.querySelectorAll('code') ?? [];
  // The API reference contains each example in several languages, but shows each example in only one language.
  const code = [...codes].find((one) => one.checkVisibility());
  const label = button?.querySelector('span');
  if (!button || !code || !label) return;
  const { copied = '' } = button.dataset;
  const text = label.textContent;
  void copyText(code).then((isCopied) => {
    if (!isCopied || text === copied) return;
    label.textContent = copied;
    setTimeout(() => (label.textContent = text), confirmedMs);
  });
});
