/**
 * Finds layout faults on a page: horizontal scrolling, text that is cut off, elements outside the page, and controls
 * that are too small to touch.
 */
import type { Page } from 'playwright-core';

/** A script that runs in the page and returns a description of each fault. */
const find = `(() => {
  const faults = [];
  const root = document.documentElement;
  const over = root.scrollWidth - root.clientWidth;
  if (over > 0) faults.push('scrolls sideways by ' + over + ' px');
  const nameOf = (element) =>
    element.tagName.toLowerCase() + (element.className && typeof element.className === 'string' ? '.' + element.className.trim().replaceAll(' ', '.') : '') +
    ' “' + (element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 40) + '”';
  const isShown = (element) => element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
  for (const element of document.querySelectorAll('main *, header *, footer *')) {
    if (!isShown(element) || element.closest('.hidden, svg, .skip:not(:focus)')) continue;
    const style = getComputedStyle(element);
    const hides = ['hidden', 'clip'].includes(style.overflowX) && style.textOverflow !== 'ellipsis';
    if (hides && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1) faults.push('cut off: ' + nameOf(element));
    if (element.matches('pre') && element.scrollWidth > element.clientWidth) faults.push('code cut off: ' + nameOf(element));
    const box = element.getBoundingClientRect();
    const isOutside = box.width > 1 && (box.right > innerWidth + 1 || box.left < -1);
    const scrolls = (one) => one && (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
    if (isOutside && !scrolls(element.parentElement)) faults.push('outside the page: ' + nameOf(element));
    const isControl = element.matches('a[href], button, summary, select, input:not(.hidden)');
    const isInText = (element.matches('a') && style.display === 'inline') || element.closest('label');
    if (isControl && !isInText && (box.width < 24 || box.height < 24)) faults.push('small target, ' + Math.round(box.width) + ' × ' + Math.round(box.height) + ': ' + nameOf(element));
  }
  return [...new Set(faults)];
})()`;

export async function faultsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(find);
}
