/** Copies what an element says; where the page may not, the text is selected for a person to copy. */
export async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    // Plain http on a network of one's own has no clipboard.
    getSelection()?.selectAllChildren(element);
    return false;
  }
}
