/** Shows examples in one language. The user's choice of a language applies to all pages. */
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
      // The examples above the clicked element may have changed their height. Scrolls so that the element stays in
      // place.
      scrollBy(0, radio.getBoundingClientRect().top - top);
    });
}
