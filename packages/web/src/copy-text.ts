/** Copies an element's text. If the browser does not allow copying, selects the text, so that the user can copy it. */
export async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    // Over plain HTTP, for example in a private network, browsers provide no clipboard. Without a clipboard, selects
    // the text.
    getSelection()?.selectAllChildren(element);
    return false;
  }
}
