/**
 * The page that shows an account's first key. The page has a button that copies the key. If the user leaves the page
 * without confirming that the key is stored, the page asks for confirmation.
 */
import { copyText } from '../../copy-text.ts';

export function guardSecret(root: ParentNode): void {
  const secret = root.querySelector<HTMLElement>('.secret');
  const copy = root.querySelector<HTMLElement>('[data-copy]');
  const stored = root.querySelector<HTMLElement>('[data-stored]');
  const status = root.querySelector<HTMLElement>('[data-copied]');
  if (!secret || !copy || !stored || !status) return;
  const controller = new AbortController();
  addEventListener('beforeunload', (event) => event.preventDefault(), { signal: controller.signal });
  copy.hidden = false;
  copy.addEventListener('click', () => {
    const { copied = '', selected = '' } = status.dataset;
    void copyText(secret).then((isCopied) => {
      status.textContent = isCopied ? copied : selected;
    });
  });
  stored.addEventListener('click', () => controller.abort());
}
