/**
 * Reads the headings that the structure tree (tags) of a PDF marks, and their places on the pages. Loaded by
 * page-data.js. Content in form XObjects is ignored.
 */

/** Upper bounds for the elements of the structure tree and for the places on a page. */
var maxElements = 100000;
var maxPlaces = 20000;
var identity = [1, 0, 0, 1, 0, 0];

/**
 * Returns the marked content of headings: for each object number of a page, an object that maps the identifier of the
 * marked content to the number and the level of its heading.
 */
function headingTags() {
  var found = { pages: {}, headings: 0, elements: 0 };
  try {
    var root = doc.getTrailer().get('Root').get('StructTreeRoot');
    if (isMissing(root)) return found;
    walkTags(root.get('K'), { roles: root.get('RoleMap'), sections: 0 }, found, 0);
  } catch (error) {
    found.pages = {};
  }
  if (found.elements > maxElements) found.pages = {};
  return found;
}

function walkTags(node, inside, found, depth) {
  if (isMissing(node) || depth > 60 || found.elements > maxElements) return;
  if (node.isArray()) {
    for (var n = 0; n < node.length; n += 1) walkTags(node.get(n), inside, found, depth + 1);
    return;
  }
  if (node.isNumber()) {
    addContent(inside.page, Number(node), inside.heading, found);
    return;
  }
  if (!node.isDictionary()) return;
  found.elements += 1;
  var page = isMissing(node.get('Pg')) ? inside.page : node.get('Pg').asIndirect();
  if (!isMissing(node.get('MCID'))) {
    addContent(page, Number(node.get('MCID')), inside.heading, found);
    return;
  }
  if (isMissing(node.get('S'))) return;
  var kind = roleOf(node.get('S'), inside.roles);
  var sections = inside.sections + (kind === 'Sect' || kind === 'Art' || kind === 'Part' ? 1 : 0);
  var level =
    kind === 'Title' ? 1 : kind === 'H' ? Math.max(1, sections) : /^H[1-6]$/.test(kind) ? Number(kind[1]) : 0;
  var heading = inside.heading;
  if (level > 0 && !heading) {
    found.headings += 1;
    heading = [found.headings, Math.min(level, 6)];
  }
  walkTags(
    node.get('K'),
    { roles: inside.roles, sections: sections, page: page, heading: heading },
    found,
    depth + 1
  );
}

/** Returns the standard type of an element. `roles` maps the types of an application to standard types. */
function roleOf(type, roles) {
  var name = type.asName();
  for (var n = 0; n < 8 && !/^(?:H[1-6]?|P|Span|Sect)$/.test(name); n += 1) {
    var role = isMissing(roles) ? undefined : roles.get(name);
    if (isMissing(role)) break;
    name = role.asName();
  }
  return name;
}

function addContent(page, content, heading, found) {
  if (!heading || !page) return;
  found.pages[page] = found.pages[page] || {};
  found.pages[page][content] = heading;
}

/**
 * Returns the places at which the page shows text: the number and the level of the heading, which are 0 for other text,
 * and the position. Pages without tagged headings have no places.
 */
function tagPlaces(page, at, tags) {
  var contents = tags.pages[doc.findPage(at).asIndirect()];
  if (!contents) return [];
  var places = [];
  var ctm = page.getTransform();
  var saved = [];
  var open = [];
  var matrix = identity;
  var leading = 0;
  function move(x, y) {
    matrix = concat([1, 0, 0, 1, x, y], matrix);
  }
  function show() {
    var heading = [0, 0];
    for (var n = open.length - 1; n >= 0 && !heading[0]; n -= 1) heading = contents[open[n]] || heading;
    var all = concat(matrix, ctm);
    if (places.length < maxPlaces) places.push([heading[0], heading[1], round(all[4]), round(all[5])]);
  }
  function nextLine() {
    move(0, -leading);
  }
  page.process({
    op_q: function () {
      saved.push(ctm);
    },
    op_Q: function () {
      if (saved.length > 0) ctm = saved.pop();
    },
    op_cm: function (a, b, c, d, e, f) {
      ctm = concat([a, b, c, d, e, f], ctm);
    },
    op_BT: function () {
      matrix = identity;
    },
    op_Tm: function (a, b, c, d, e, f) {
      matrix = [a, b, c, d, e, f];
    },
    op_Td: move,
    op_TD: function (x, y) {
      leading = -y;
      move(x, y);
    },
    op_TL: function (distance) {
      leading = distance;
    },
    op_Tstar: nextLine,
    op_Tj: show,
    op_TJ: show,
    op_squote: function () {
      nextLine();
      show();
    },
    op_dquote: function () {
      nextLine();
      show();
    },
    op_BMC: function () {
      open.push(-1);
    },
    op_BDC: function (tag, properties) {
      open.push(contentOf(properties));
    },
    op_EMC: function () {
      open.pop();
    },
  });
  return places;
}

/** Returns the identifier of marked content, or -1. Releases of MuPDF pass the properties as an object or as text. */
function contentOf(properties) {
  if (properties && properties.get) {
    var content = properties.get('MCID');
    return isMissing(content) ? -1 : Number(content);
  }
  var found = /\/MCID (\d+)/.exec(String(properties));
  return found ? Number(found[1]) : -1;
}
