"""Sets the paper size and the margins of pages, removes headers and footers, and inserts a table of contents."""

# Paper sizes in hundredths of a millimetre.
PAPERS = {
    'a3': (29700, 42000),
    'a4': (21000, 29700),
    'a5': (14800, 21000),
    'letter': (21590, 27940),
    'legal': (21590, 35560),
}


def apply(document, options: dict) -> None:
    """Sets the requested paper and margins for all page styles. Landscape pages stay landscape."""
    paper, margin = options.get('paper'), options.get('margin')
    if paper is None and margin is None:
        return
    for style in _styles(document):
        if paper is not None:
            narrow, long = PAPERS[paper]
            style.Width, style.Height = (long, narrow) if style.IsLandscape else (narrow, long)
        if margin is not None:
            for side in ('LeftMargin', 'RightMargin', 'TopMargin', 'BottomMargin'):
                style.setPropertyValue(side, margin * 100)


def remove_headers_and_footers(document) -> None:
    """Removes headers and footers. In the default styles of Calc, headers and footers contain the sheet's name and the
    page number."""
    for style in _styles(document):
        style.HeaderIsOn = style.FooterIsOn = False


def insert_contents(document) -> None:
    """Inserts a table of contents with page numbers at the beginning of a text document."""
    contents = document.createInstance('com.sun.star.text.ContentIndex')
    contents.CreateFromOutline = True
    document.Text.insertTextContent(document.Text.getStart(), contents, False)
    contents.update()


def _styles(document):
    styles = document.StyleFamilies.getByName('PageStyles')
    return (styles.getByIndex(number) for number in range(styles.Count))
