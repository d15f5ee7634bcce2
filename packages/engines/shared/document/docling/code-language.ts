/** Finds the name that docling uses for a programming language. */

const names = [
  ...['Ada', 'Awk', 'Bash', 'bc', 'C', 'C#', 'C++', 'CMake', 'COBOL', 'CSS', 'Ceylon', 'Clojure', 'Crystal'],
  ...[
    'Cuda',
    'Cython',
    'D',
    'Dart',
    'dc',
    'Dockerfile',
    'Elixir',
    'Erlang',
    'FORTRAN',
    'Forth',
    'Go',
    'HTML',
  ],
  ...['Haskell', 'Haxe', 'Java', 'JavaScript', 'JSON', 'Julia', 'Kotlin', 'Latex', 'Lisp', 'Lua', 'Matlab'],
  ...['MoonScript', 'Nim', 'OCaml', 'ObjectiveC', 'Octave', 'PHP', 'Pascal', 'Perl', 'Prolog', 'Python'],
  ...['Racket', 'Ruby', 'Rust', 'SML', 'SQL', 'Scala', 'Scheme', 'Swift', 'TypeScript', 'VisualBasic'],
  ...['XML', 'YAML'],
];

/** Alternative names of programming languages, in lower case, with the names that Docling uses. */
const others: Readonly<Record<string, string>> = {
  ...{ sh: 'Bash', shell: 'Bash', zsh: 'Bash', cpp: 'C++', cxx: 'C++', cs: 'C#', csharp: 'C#', golang: 'Go' },
  ...{
    js: 'JavaScript',
    ts: 'TypeScript',
    py: 'Python',
    python3: 'Python',
    rb: 'Ruby',
    rs: 'Rust',
    hs: 'Haskell',
  },
  ...{ tex: 'Latex', objc: 'ObjectiveC', 'objective-c': 'ObjectiveC', vb: 'VisualBasic', yml: 'YAML' },
  ...{ kt: 'Kotlin', pl: 'Perl', jl: 'Julia', docker: 'Dockerfile' },
};

const byName = new Map(names.map((name) => [name.toLowerCase(), name]));

/** Returns the name that docling uses, or `unknown`. */
export function codeLanguageOf(name = ''): string {
  const lower = name.toLowerCase();
  return byName.get(lower) ?? others[lower] ?? 'unknown';
}
