"""Reads the events of a calendar in a message: the visible fields of an invitation (RFC 5545)."""
import re

SHOWN = {'SUMMARY': 'Event', 'DTSTART': 'Start', 'DTEND': 'End', 'LOCATION': 'Place', 'ORGANIZER': 'Organizer', 'DESCRIPTION': 'Description'}
LINE = re.compile(r'([A-Z-]+)((?:;(?:"[^"]*"|[^":])*)*):(.*)')
ESCAPE = re.compile(r'\\([\\;,nN])')


def events_of(text: str) -> list[dict[str, str]]:
    """Returns the visible properties of each event. Each dictionary maps a label, such as `Start`, to a value."""
    events: list[dict[str, str]] = []
    is_event, depth = False, 0
    for line in re.sub(r'\r?\n[ \t]', '', text).splitlines():
        found = LINE.match(line)
        if not found:
            continue
        name, parameters, value = found.groups()
        if name == 'BEGIN':
            depth = depth + 1 if is_event else 0
            if value.strip() == 'VEVENT':
                is_event, depth = True, 0
                events.append({})
        elif name == 'END':
            is_event = is_event and value.strip() != 'VEVENT'
            depth = max(0, depth - 1)
        elif is_event and depth == 0 and name in SHOWN:
            events[-1].setdefault(SHOWN[name], shown(name, parameters, value))
    return [event for event in events if event]


def shown(name: str, parameters: str, value: str) -> str:
    if name.startswith('DT'):
        zone = re.search(r';TZID="?([^";:]+)', parameters)
        moment = re.sub(r'^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?', as_time, value.strip()).replace('Z', ' UTC')
        return f'{moment} {zone[1]}' if zone else moment
    if name == 'ORGANIZER':
        known = re.search(r';CN="?([^";:]+)', parameters)
        address = re.sub('^mailto:', '', value.strip(), flags=re.IGNORECASE)
        return f'{known[1]} <{address}>' if known else address
    return ESCAPE.sub(lambda sign: '\n' if sign[1] in 'nN' else sign[1], value).strip()


def as_time(found: re.Match) -> str:
    year, month, day, hour, minute, second = found.groups()
    date = f'{year}-{month}-{day}'
    return date if hour is None else f'{date} {hour}:{minute}' + (f':{second}' if second != '00' else '')
