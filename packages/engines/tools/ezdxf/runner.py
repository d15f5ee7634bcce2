"""Draws a DXF file as SVG, scaled to a fixed size. Draws the visible layers of the model or, if it is empty, of the
first page with content."""
import json
import logging
import sys

from engines.tools.ezdxf import expansion
from engines.tools.ezdxf.canvas import Canvas, TooMuch
from engines.tools.ezdxf.lettering import Lettering
from engines.tools.ezdxf.opening import NotDrawing, opened
from engines.shared.runner import file_access

# Maximum recursion depth. Each level of nested blocks needs several function calls.
MAX_CALLS = 3000


def main() -> None:
    step = json.loads(sys.argv[1])
    logging.disable()
    lettering = Lettering()
    # Drawings can refer to picture files and to other drawings, which must not be opened.
    file_access.restrict()
    sys.setrecursionlimit(MAX_CALLS)
    drawing = opened(step['input'])
    from engines.tools.ezdxf.frontends import draw

    canvas = Canvas()
    for layout in layouts_of(drawing):
        expansion.check(drawing, layout)
        draw(drawing, layout, canvas, lettering)
        if not canvas.is_empty:
            break
    with open(step['output'], 'w', encoding='utf-8', errors='replace') as file:
        file.write(canvas.svg())


def layouts_of(drawing):
    """Returns the layouts: the model first, then the pages in order."""
    names = [name for name in drawing.layout_names_in_taborder() if name != 'Model']
    return [drawing.modelspace(), *(drawing.layout(name) for name in names)]


if __name__ == '__main__':
    try:
        main()
    except (NotDrawing, TooMuch) as refusal:
        sys.exit(str(refusal))
    except RecursionError:
        sys.exit('protean-reason: too_deep')
