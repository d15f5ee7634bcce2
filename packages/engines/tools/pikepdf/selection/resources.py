"""Finds pages that share their lists of fonts, pictures and forms."""
from engines.shared.pdf.objects import get, has_members
from engines.shared.pdf.page_box import inherited

# Resources that may be large. qpdf removes only unreferenced resources of these kinds.
LARGE = ('/Font', '/XObject')


def share_resources(pages: list) -> bool:
    """Returns whether several pages use the same dictionary of resources. A shared dictionary usually lists the
    resources of the whole document."""
    seen: set = set()
    for page in pages:
        resources = inherited(page, '/Resources')
        groups = [one for one in (resources, *(get(resources, kind) for kind in LARGE)) if has_members(one) and one.is_indirect]
        if any(one.objgen in seen for one in groups):
            return True
        seen.update(one.objgen for one in groups)
    return False
