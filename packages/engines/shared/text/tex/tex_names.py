"""Defines the words that LaTeX prints before numbers and as headings, in the language of the document."""
import re

# The words of each language, in the order of `KINDS`.
WORDS = {
    'english': 'Figure|Table|Chapter|Section|Equation|Appendix|Part|Bibliography|References|Algorithm|Listing|and',
    'german': 'Abbildung|Tabelle|Kapitel|Abschnitt|Gleichung|Anhang|Teil|Literaturverzeichnis|Literatur|Algorithmus|Listing|und',
    'french': 'Figure|Table|Chapitre|Section|Équation|Annexe|Partie|Bibliographie|Références|Algorithme|Listing|et',
    'spanish': 'Figura|Cuadro|Capítulo|Sección|Ecuación|Apéndice|Parte|Bibliografía|Referencias|Algoritmo|Listado|y',
    'italian': 'Figura|Tabella|Capitolo|Sezione|Equazione|Appendice|Parte|Bibliografia|Riferimenti bibliografici|Algoritmo|Listato|e',
    'portuguese': 'Figura|Tabela|Capítulo|Seção|Equação|Apêndice|Parte|Bibliografia|Referências|Algoritmo|Listagem|e',
    'dutch': 'Figuur|Tabel|Hoofdstuk|Paragraaf|Vergelijking|Bijlage|Deel|Bibliografie|Referenties|Algoritme|Listing|en',
    'polish': 'Rysunek|Tabela|Rozdział|Sekcja|Równanie|Dodatek|Część|Bibliografia|Literatura|Algorytm|Listing|i',
    'russian': 'Рис.|Таблица|Глава|Раздел|Уравнение|Приложение|Часть|Литература|Список литературы|Алгоритм|Листинг|и',
}
KINDS = ('figure', 'table', 'chapter', 'section', 'equation', 'appendix', 'part', 'bibliography', 'references', 'algorithm', 'listing', 'and')
ALIASES = {'ngerman': 'german', 'austrian': 'german', 'naustrian': 'german', 'swissgerman': 'german', 'francais': 'french', 'frenchb': 'french',
           'brazil': 'portuguese', 'brazilian': 'portuguese', 'british': 'english', 'american': 'english', 'UKenglish': 'english',
           'USenglish': 'english'}
LANGUAGE = re.compile(
    r'\\documentclass\s*\[([^\]]*)\]|\\usepackage\s*\[([^\]]*)\]\s*\{babel\}|\\set(?:main|default)language\s*(?:\[[^\]]*\])?\{(\w+)\}'
)
ABBREVIATED = {'figure': 'fig.', 'equation': 'eq.'}
PLURALS = {'figure': 'figs.', 'equation': 'eqs.', 'appendix': 'appendices'}
COMMANDS = {'figurename': 'figure', 'tablename': 'table', 'bibname': 'bibliography', 'refname': 'references', 'algorithmname': 'algorithm',
            'lstlistingname': 'listing', 'chaptername': 'chapter', 'appendixname': 'appendix', 'partname': 'part'}


class Names:
    def __init__(self, text: str):
        self.language = 'english'
        for found in LANGUAGE.finditer(text):
            # The last language is the main language, unless the option `main` selects a different language.
            for option in (found[1] or found[2] or found[3] or '').split(','):
                name = option.strip().removeprefix('main=')
                name = ALIASES.get(name, name)
                if name in WORDS:
                    self.language = name
                    if option.strip().startswith('main='):
                        break
        self.words = dict(zip(KINDS, WORDS[self.language].split('|')))
        self.is_whole = bool(re.search(r'\\usepackage\s*\[[^\]]*noabbrev[^\]]*\]\s*\{cleveref\}', text))
        self.is_capital = bool(re.search(r'\\usepackage\s*\[[^\]]*capitali[sz]e[^\]]*\]\s*\{cleveref\}', text))

    @property
    def conjunction(self) -> str:
        return self.words['and']

    def renew(self, command: str, word: str) -> bool:
        if command not in COMMANDS:
            return False
        self.words[COMMANDS[command]] = word
        return True

    def reference(self, kind: str, *, capital: bool, automatic: bool, many: bool) -> str:
        """Returns the word before the number of a reference. For a kind without a known word, such as a theorem,
        returns the name of the kind."""
        base = {'subsection': 'section', 'subsubsection': 'section'}.get(kind, kind)
        word = self.words.get(base, kind)
        if self.language != 'english':
            return word
        if automatic:
            return word.lower() if kind in ('chapter', 'section', 'item') else kind if kind.startswith('sub') else word
        if capital or self.is_capital:
            return plural(word) if many else word
        if not self.is_whole and base in ABBREVIATED:
            return PLURALS[base] if many else ABBREVIATED[base]
        return PLURALS.get(base, plural(word.lower())) if many else word.lower()


def plural(word: str) -> str:
    return word[:-1] + 'ies' if word.endswith('y') else word[:-2] + 'ices' if word.endswith('dix') else f'{word}s'
