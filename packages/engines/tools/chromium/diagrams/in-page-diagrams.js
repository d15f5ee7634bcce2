// Runs in an isolated world of the page. Finds the sources of Mermaid diagrams and replaces them with pictures.
function findDiagrams() {
  return [...document.querySelectorAll('.mermaid, pre > code.language-mermaid')].filter(
    (element) =>
      ['pre', 'div', 'code'].includes(element.localName) &&
      // A script of the page may have drawn the diagram already.
      !element.querySelector('svg') &&
      !element.parentElement?.closest('.mermaid') &&
      element.textContent.trim() !== ''
  );
}

function readDiagrams() {
  return findDiagrams().map((element) => {
    const copy = element.cloneNode(true);
    // The page's parser has converted line breaks in labels to elements.
    for (const breakElement of copy.querySelectorAll('br')) breakElement.replaceWith('<br/>');
    return copy.textContent.replaceAll('\r\n', '\n').trim();
  });
}

async function showDiagrams(drawn) {
  const namespace = 'http://www.w3.org/1999/xhtml';
  const shown = findDiagrams().flatMap((element, n) => {
    if (drawn[n] === null) return [];
    const picture = document.createElementNS(namespace, 'img');
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn[n])}`;
    picture.alt = 'Diagram';
    picture.className = 'mermaid-diagram';
    picture.style.cssText = 'max-width: 100%; object-fit: contain';
    const box = document.createElementNS(namespace, 'div');
    box.append(picture);
    (element.localName === 'code' ? element.parentElement : element).replaceWith(box);
    return [picture];
  });
  await Promise.allSettled(shown.map((picture) => picture.decode()));
}
