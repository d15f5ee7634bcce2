"""Removes the actions that PDF/A forbids, which run programs, send data or play media, from wherever they hang."""
from engines.passes.pdfa.standard import containers, get, has_members, listed, name_of

ALLOWED = ('/GoTo', '/GoToR', '/GoToE', '/URI', '/Thread', '/SubmitForm', '/Named')
PAGE_TURNS = ('/NextPage', '/PrevPage', '/FirstPage', '/LastPage')


def is_allowed(action) -> bool:
    """Whether neither it nor any that follows it does more than to lead somewhere."""
    waiting, seen = [action], 0
    while waiting:
        one = waiting.pop()
        seen += 1
        # A destination stands in the place of an action.
        if not has_members(one):
            continue
        kind = name_of(get(one, '/S'))
        if seen > 1000 or kind not in ALLOWED or (kind == '/Named' and name_of(get(one, '/N')) not in PAGE_TURNS):
            return False
        waiting.extend(listed(get(one, '/Next')))
    return True


def holders(pdf):
    """Each dictionary with the keys of it that are actions which PDF/A forbids."""
    for thing in containers(pdf):
        if not has_members(thing):
            continue
        keys = []
        # Events of the document, its pages and its fields; a dictionary of marks has a key of this name for other things.
        if has_members(get(thing, '/AA')) and name_of(get(thing, '/O')) != '/Layout':
            keys.append('/AA')
        is_widget = name_of(get(thing, '/Subtype')) == '/Widget'
        for key in ('/A', '/OpenAction', '/PA'):
            action = get(thing, key)
            if has_members(action) and '/S' in action and (is_widget or not is_allowed(action)):
                # Attributes of a structure element have this key too.
                if name_of(get(thing, '/Type')) != '/StructElem':
                    keys.append(key)
        if keys:
            yield thing, keys


def remove(pdf) -> bool:
    """Whether there was any."""
    found = list(holders(pdf))
    for thing, keys in found:
        for key in keys:
            del thing[key]
    names = get(pdf.Root, '/Names')
    if names is not None and '/JavaScript' in names:
        del names['/JavaScript']
        return True
    return bool(found)
