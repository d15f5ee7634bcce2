/** Reads the fields of the form on a page, in the order of their annotations. The script is loaded by page-data.js. */

var fieldFlags = { hidden: 2, noView: 32, push: 1 << 16, radio: 1 << 15 };

/** Returns the fields with their full names, types, values and boxes. Hidden fields are left out. */
function fieldsOf(page, at) {
  var annotations = doc.findPage(at).get('Annots');
  var transform = page.getTransform();
  var fields = [];
  if (isMissing(annotations)) return fields;
  for (var n = 0; n < annotations.length; n += 1) {
    var field = fieldOf(annotations.get(n), transform);
    if (field) fields.push(field);
  }
  return fields;
}

function fieldOf(widget, transform) {
  var rectangle = widget.get('Rect');
  if (String(widget.get('Subtype')) !== '/Widget' || isMissing(rectangle)) return undefined;
  var flags = Number(widget.get('F')) || 0;
  var type = fieldType(widget);
  if (!type || flags & (fieldFlags.hidden | fieldFlags.noView)) return undefined;
  var corners = [0, 1, 2, 3].map(function (n) {
    return Number(rectangle.get(n)) || 0;
  });
  return {
    name: fieldName(widget),
    type: type,
    value: fieldValue(widget, type),
    box: boxOf(moved(corners[0], corners[1], transform).concat(moved(corners[2], corners[3], transform))).map(
      round
    ),
  };
}

function moved(x, y, m) {
  return [x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5]];
}

/** Returns the entry `name` of a form field. A field may inherit the entry from the groups above it. */
function inherited(field, name) {
  for (var depth = 0; depth < 30 && !isMissing(field); depth += 1) {
    if (!isMissing(field.get(name))) return field.get(name);
    field = field.get('Parent');
  }
  return undefined;
}

function fieldType(widget) {
  var flags = Number(inherited(widget, 'Ff')) || 0;
  switch (String(inherited(widget, 'FT'))) {
    case '/Tx':
      return 'text';
    case '/Ch':
      return 'choice';
    case '/Sig':
      return 'signature';
    case '/Btn':
      return flags & fieldFlags.push ? 'button' : flags & fieldFlags.radio ? 'radio' : 'checkbox';
    default:
      return undefined;
  }
}

/** Returns the names of the field and of the groups above it, joined by dots. */
function fieldName(field) {
  var names = [];
  for (var depth = 0; depth < 30 && !isMissing(field); depth += 1) {
    if (!isMissing(field.get('T'))) names.unshift(field.get('T').asString());
    field = field.get('Parent');
  }
  return names.join('.');
}

/** Returns the value of a field: its text, the chosen options, or the state of a check box or radio button. */
function fieldValue(widget, type) {
  if (type === 'checkbox' || type === 'radio') {
    var state = isMissing(widget.get('AS')) ? inherited(widget, 'V') : widget.get('AS');
    return isMissing(state) ? 'Off' : String(state.asName());
  }
  var value = inherited(widget, 'V');
  if (type === 'button' || type === 'signature' || isMissing(value)) return '';
  if (type === 'text') return textOf(value);
  var chosen = [];
  if (value.isArray())
    value.forEach(function (one, other) {
      chosen.push(typeof one === 'object' ? one : other);
    });
  else chosen.push(value);
  return chosen
    .map(function (one) {
      return shownChoice(inherited(widget, 'Opt'), textOf(one));
    })
    .join(', ');
}

/** Returns the text in a PDF object, which is a string or a stream. A long text may be stored as a stream. */
function textOf(value) {
  if (value.isStream()) return String(value.readStream().asString ? value.readStream().asString() : '');
  return value.isString() ? value.asString() : '';
}

/** Returns the text that the form shows for the stored value of a choice. */
function shownChoice(choices, stored) {
  if (isMissing(choices)) return stored;
  for (var n = 0; n < choices.length; n += 1) {
    var choice = choices.get(n);
    if (choice.isArray() && choice.get(0).asString() === stored) return choice.get(1).asString();
  }
  return stored;
}
