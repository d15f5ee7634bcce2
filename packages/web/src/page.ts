/** Behaviour of every page: closing menus, and applying a theme immediately. */
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

// Prevents the reload, which would lose the page's state.
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
