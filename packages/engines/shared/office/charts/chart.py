"""Represents a chart as tables. Series with the same categories share a table."""
import html
from dataclasses import dataclass, field

# Upper bounds for malicious files. A chart that exceeds one of these upper bounds is truncated.
MAX_SERIES, MAX_POINTS = 1_000, 100_000


@dataclass
class Table:
    header: list[str]
    rows: list[list[str]]


@dataclass
class Chart:
    title: str
    tables: list[Table]
    # Other text on the chart, such as the subtitle.
    texts: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.title or self.tables or self.texts)


@dataclass
class Series:
    name: str
    values: list[str]
    # Labels of each point, from the outermost level to the innermost.
    categories: list[tuple[str, ...]] = field(default_factory=list)
    sizes: list[str] | None = None
    category_title: str = ''
    value_title: str = ''

    def header(self) -> str:
        return f'{self.name} ({self.value_title})' if self.name and self.value_title else self.name or self.value_title


def tables_of(series: list[Series]) -> list[Table]:
    """Returns one table per set of categories. Each series of a bubble chart has a separate table."""
    groups: dict[tuple, list[Series]] = {}
    for number, one in enumerate(series[:MAX_SERIES]):
        key = (number,) if one.sizes is not None else (one.category_title, *one.categories)
        groups.setdefault(key, []).append(one)
    return [_table(group) for group in groups.values() if any(one.values for one in group)]


def _table(group: list[Series]) -> Table:
    categories = group[0].categories
    length = min(MAX_POINTS, max(len(categories), *(len(one.values) for one in group)))
    levels = max((len(each) for each in categories), default=1)
    columns = [[each[level] if level < len(each) else '' for each in categories] for level in range(levels)]
    if not categories:
        columns = [[str(number + 1) for number in range(length)]]
    header = [*[''] * (levels - 1), group[0].category_title]
    for one in group:
        header.append(one.header())
        columns.append(one.values)
        if one.sizes is not None:
            header.append('Size')
            columns.append(one.sizes)
    return Table(header, [[column[at] if at < len(column) else '' for column in columns] for at in range(length)])


def html_of(chart: Chart) -> str:
    """Returns the chart as HTML: its title in bold, its other text, and its tables."""
    parts = [f'<p><b>{_escaped(chart.title)}</b></p>'] if chart.title else []
    parts += [f'<p>{_escaped(text)}</p>' for text in chart.texts]
    for table in chart.tables:
        head = ''.join(f'<th>{_escaped(cell)}</th>' for cell in table.header)
        rows = '\n'.join('<tr>' + ''.join(f'<td>{_escaped(cell)}</td>' for cell in row) + '</tr>' for row in table.rows)
        parts.append(f'<table>\n<thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody>\n</table>')
    return '\n'.join(parts)


def _escaped(text: str) -> str:
    return html.escape(text, quote=False).replace('\n', '<br>')
