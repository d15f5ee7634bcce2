/**
 * Extracts the intact beginning of a truncated JSON document: all complete values. Closes the lists and objects that
 * are still open.
 */

export interface JsonPrefix {
  text: string;
  /** Number of strings, numbers, booleans and nulls. */
  values: number;
}

const token =
  /[\s\uFEFF]*(?:("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)|([[\]{},:]))/y;

/** The kinds of token that are allowed at the current position. */
type State = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** Returns the intact beginning of `json`, or undefined if it does not begin with an object or list. */
export function jsonPrefix(json: string): JsonPrefix | undefined {
  const open: ('}' | ']')[] = [];
  let [state, values]: [State, number] = ['value', 0];
  /** End of the kept text. The text after this position is dropped. */
  let good = 0;
  const completed = () => {
    state = 'comma or end';
  };
  token.lastIndex = 0;
  for (let at = 0; ; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(json);
    if (!found) break;
    const [, text, scalar, mark = ''] = found;
    const end = token.lastIndex;
    if (text !== undefined && state.startsWith('key')) {
      state = 'colon';
      continue;
    }
    if (text !== undefined || scalar !== undefined) {
      // A number at the end of the text may be truncated.
      if (!state.startsWith('value') || open.length === 0 || (scalar !== undefined && end === json.length))
        break;
      values += 1;
      completed();
    } else if (mark === '{' || mark === '[') {
      if (!state.startsWith('value')) break;
      open.push(mark === '{' ? '}' : ']');
      state = mark === '{' ? 'key or end' : 'value or end';
    } else if (mark === '}' || mark === ']') {
      if (open.at(-1) !== mark || !state.endsWith('end')) break;
      open.pop();
      completed();
      if (open.length === 0) return { text: json.slice(0, end), values };
    } else {
      if (state !== (mark === ',' ? 'comma or end' : 'colon')) break;
      state = mark === ':' ? 'value' : open.at(-1) === '}' ? 'key' : 'value';
      continue;
    }
    good = end;
  }
  return good === 0 ? undefined : { text: json.slice(0, good) + open.toReversed().join(''), values };
}
