"""Sets the paper size and the margins of a document's pages."""

# In hundredths of a millimetre.
PAPERS = {
    'a3': (29700, 42000),
    'a4': (21000, 29700),
    'a5': (14800, 21000),
    'letter': (21590, 27940),
    'legal': (21590, 35560),
}


def apply(document, options: dict) -> None:
    """Sets the requested paper and margins for all page styles; landscape pages stay landscape."""
    paper, margin = options.get('paper'), options.get('margin')
    if paper is None and margin is None:
        return
    styles = document.StyleFamilies.getByName('PageStyles')
    for style in (styles.getByIndex(number) for number in range(styles.Count)):
        if paper is not None:
            narrow, long = PAPERS[paper]
            style.Width, style.Height = (long, narrow) if style.IsLandscape else (narrow, long)
        if margin is not None:
            for side in ('LeftMargin', 'RightMargin', 'TopMargin', 'BottomMargin'):
                style.setPropertyValue(side, margin * 100)
