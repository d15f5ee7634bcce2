/** Copies an element's text. If the browser forbids that, selects the text for manual copying. */
export async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    // There is no clipboard over plain HTTP on a private network.
    getSelection()?.selectAllChildren(element);
    return false;
  }
}
