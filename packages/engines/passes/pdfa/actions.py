"""Removes actions that PDF/A forbids, such as actions that run programs, send data or play media."""
from engines.shared.pdf.objects import containers, get, has_members, listed, name_of

ALLOWED = ('/GoTo', '/GoToR', '/GoToE', '/URI', '/Thread', '/SubmitForm', '/Named')
PAGE_TURNS = ('/NextPage', '/PrevPage', '/FirstPage', '/LastPage')


def is_allowed(action) -> bool:
    """Returns whether PDF/A allows the action and all actions that follow it."""
    waiting, seen = [action], 0
    while waiting:
        one = waiting.pop()
        seen += 1
        # The variable `one` may be a destination instead of an action. A destination is always allowed.
        if not has_members(one):
            continue
        kind = name_of(get(one, '/S'))
        if seen > 1000 or kind not in ALLOWED or (kind == '/Named' and name_of(get(one, '/N')) not in PAGE_TURNS):
            return False
        waiting.extend(listed(get(one, '/Next')))
    return True


def holders(pdf):
    """Yields each dictionary that has forbidden actions, and the keys of these actions."""
    for thing in containers(pdf):
        if not has_members(thing):
            continue
        keys = []
        # `/AA` contains actions for events of the document, a page or a field. In a property list of marked content,
        # `/AA` does not contain actions.
        if has_members(get(thing, '/AA')) and name_of(get(thing, '/O')) != '/Layout':
            keys.append('/AA')
        is_widget = name_of(get(thing, '/Subtype')) == '/Widget'
        for key in ('/A', '/OpenAction', '/PA'):
            action = get(thing, key)
            if has_members(action) and '/S' in action and (is_widget or not is_allowed(action)):
                # In a structure element, `/A` contains attributes, not an action.
                if name_of(get(thing, '/Type')) != '/StructElem':
                    keys.append(key)
        if keys:
            yield thing, keys


def remove(pdf) -> bool:
    """Removes forbidden actions. Returns whether any action was removed."""
    found = list(holders(pdf))
    for thing, keys in found:
        for key in keys:
            del thing[key]
    names = get(pdf.Root, '/Names')
    if names is not None and '/JavaScript' in names:
        del names['/JavaScript']
        return True
    return bool(found)
