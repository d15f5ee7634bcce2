/** Examples in a language that is chosen for all pages. Each example can be copied. */
import { kept, keep } from './kept.ts';

export function prepareExamples(): void {
  const radios = [...document.querySelectorAll<HTMLInputElement>('.languages input[type=radio]')];
  const choose = (language: string) => {
    for (const radio of radios) if (radio.value === language) radio.checked = true;
  };
  const language = kept('local', 'protean-example-language');
  if (language !== null) choose(language);
  for (const radio of radios)
    radio.addEventListener('change', () => {
      const { top } = radio.getBoundingClientRect();
      choose(radio.value);
      keep('local', 'protean-example-language', radio.value);
      // Examples above have changed their height. Scrolling keeps the clicked element in place.
      scrollBy(0, radio.getBoundingClientRect().top - top);
    });
  for (const button of document.querySelectorAll<HTMLButtonElement>('.examples .copy')) {
    button.hidden = false;
    button.addEventListener('click', () => void copy(button));
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const examples = button.closest('.examples');
  const language = examples?.querySelector<HTMLInputElement>('input:checked')?.value ?? 'sh';
  const code = examples?.querySelector(`.example.${language} code`);
  if (!code) return;
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  } catch {
    // Without HTTPS there is no clipboard, so the text is selected instead.
    getSelection()?.selectAllChildren(code);
  }
}
