-- Adapts a document to the target format: its metadata, images, raw HTML and tables. Unwraps divisions and spans that
-- have no meaning in the target.

-- Writers of single files that can embed an image as a data: link.
local embeds = { html = true, html4 = true, json = true }
-- Writers whose output contains the images of the document, as files or as data.
local packs = { docx = true, odt = true, pptx = true, epub = true, epub3 = true, rtf = true }
local takes_data = { fb2 = true, ipynb = true }
-- Writers that, like HTML, support divisions and spans.
local groups = { html = true, html4 = true, json = true, epub = true, epub3 = true }

local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local pictures = dofile(here .. 'parts/pictures.lua')
local boxes = dofile(here .. 'parts/boxes.lua')
local without_figure = dofile(here .. 'parts/figures.lua')

local filter = {}

function filter.Image(image)
  -- The filter markdown.lua has already replaced the image in Markdown.
  if FORMAT == 'gfm' then return nil end
  -- Files next to the document are missing in the sandbox. A link to a missing file may stay in the document, but an
  -- image without its file cannot stay.
  if packs[FORMAT] then return not pictures.is_kept(image.src) and pictures.placeholder(image) or nil end
  -- The notebook writer fails for a picture without a URL.
  if image.src == '' then return image.caption end
  local link
  if takes_data[FORMAT] then link = pictures.data_link(image) else link = pictures.link(image) end
  if not link then return FORMAT == 'fb2' and pictures.placeholder(image) or nil end
  if not embeds[FORMAT] and not takes_data[FORMAT] then return image.caption end
  image.src = link
  return image
end

-- Parses raw HTML in a document, to keep its content if the target is not HTML or Markdown.
local function parsed(raw)
  return raw.format:match('^html') and FORMAT ~= 'html' and FORMAT ~= 'gfm' and pandoc.read(raw.text, 'html').blocks
end

function filter.RawBlock(raw)
  return parsed(raw) or nil
end

function filter.RawInline(raw)
  local blocks = parsed(raw)
  return blocks and pandoc.utils.blocks_to_inlines(blocks) or nil
end

function filter.Div(div)
  -- A division with the attribute `kept` comes from `admonitions.lua`.
  if div.attributes.kept then
    div.attributes.kept = nil
    return div
  end
  -- Divisions of notebook cells would separate headings from their content.
  if groups[FORMAT] and not div.classes:includes('cell') then return nil end
  -- Converts `Plain` blocks to paragraphs, because some writers join a `Plain` block with adjacent blocks.
  if #div.content < 2 then return div.content end
  return div.content:map(function(block) return block.t == 'Plain' and pandoc.Para(block.content) or block end)
end

function filter.Span(span)
  if not groups[FORMAT] then return span.content end
end

-- pandoc writes Plain blocks in FictionBook notes as bare text, which readers drop.
function filter.Note(note)
  if FORMAT ~= 'fb2' then return nil end
  note.content = note.content:map(function(block) return block.t == 'Plain' and pandoc.Para(block.content) or block end)
  return note
end

-- Converts code blocks of the language `math`, which is another GitHub notation for block formulas.
function filter.CodeBlock(block)
  if block.classes[1] == 'math' then return pandoc.Para({ pandoc.Math('DisplayMath', block.text) }) end
end

-- pandoc does not escape TeX in TEI.
function filter.Math(math)
  if FORMAT ~= 'tei' then return nil end
  local tex = math.text:gsub('&', '&amp;'):gsub('<', '&lt;'):gsub('>', '&gt;')
  local formula = '<formula notation="TeX">' .. tex .. '</formula>'
  if math.mathtype == 'DisplayMath' then formula = '<figure type="math">' .. formula .. '</figure>' end
  return pandoc.RawInline('tei', formula)
end

-- Writers whose headings must be one line.
local one_line_headings = { asciidoctor = true, ipynb = true, jira = true, man = true, mediawiki = true, muse = true, org = true,
  rst = true, texinfo = true, textile = true }

local function in_one_line(header)
  header = pandoc.walk_block(header, { LineBreak = function() return pandoc.Space() end })
  local content = header.content
  while #content > 0 and content[#content].t == 'Space' do content:remove() end
  header.content = content
  return header
end

function filter.Header(header)
  if one_line_headings[FORMAT] then return in_one_line(header) end
  -- pandoc's InCopy writer derives styles from the classes of headings, so a heading with the class `unnumbered` would
  -- lose its heading style.
  if FORMAT == 'icml' then header.classes = {} return header end
end

-- Only HTML supports attributes of links.
function filter.Link(link)
  if not groups[FORMAT] then link.attr = pandoc.Attr() return link end
end

-- Plain text has no emphasis. pandoc's capitals and underscores would look like the author's text.
local function without_emphasis(element)
  if FORMAT == 'plain' then return element.content end
end

filter.Strong, filter.Emph = without_emphasis, without_emphasis

-- Writers whose tables always have a header.
local needs_table_head = { gfm = true, ipynb = true, opml = true }

-- Makes the first row the header, because an empty header would leave the columns without labels.
local function promote_first_row(table)
  local body = table.bodies[1]
  if not body or #body.body < 2 then return end
  for _, row in ipairs(table.head.rows) do
    for _, cell in ipairs(row.cells) do
      if #cell.contents > 0 then return end
    end
  end
  table.head.rows = { body.body[1] }
  body.body:remove(1)
  table.bodies = table.bodies
end

-- Converts header rows of table bodies, because most writers drop the header rows of a body. In a table without a head,
-- the header rows of the first body become the head. The header rows of all other bodies become ordinary rows. HTML
-- tables without a `thead` have header rows in a body.
local function raise_head(table)
  for n, body in ipairs(table.bodies) do
    if n == 1 and #table.head.rows == 0 then
      table.head.rows = body.head
    else
      for at, row in ipairs(body.head) do body.body:insert(at, row) end
    end
    body.head = {}
  end
  table.bodies = table.bodies
  table.head = table.head
end

-- Writers that drop the captions of tables, or write them in a place that readers ignore.
local misplaces_caption = { jira = true, tei = true, org = true }

local function with_caption_above(table)
  local caption = pandoc.List()
  for _, block in ipairs(table.caption and table.caption.long or {}) do
    caption:insert(block.t == 'Plain' and pandoc.Para(block.content) or block)
  end
  if #caption == 0 then return table end
  table.caption = { long = {} }
  caption:insert(table)
  return caption
end

-- In man pages, splits a paragraph at its block formulas. If the paragraph were not split, pandoc would write the text
-- after a formula as a macro argument, which is not printed.
function filter.Para(block)
  if FORMAT ~= 'man' then return nil end
  local blocks, part = pandoc.List(), pandoc.List()
  for _, inline in ipairs(block.content) do
    local is_display = inline.t == 'Math' and inline.mathtype == 'DisplayMath'
    if is_display and #part > 0 then
      blocks:insert(pandoc.Para(part))
      part = pandoc.List()
    end
    if #part > 0 or inline.t ~= 'Space' and inline.t ~= 'SoftBreak' then part:insert(inline) end
    if is_display then
      blocks:insert(pandoc.Para(part))
      part = pandoc.List()
    end
  end
  if #blocks == 0 then return nil end
  if #part > 0 then blocks:insert(pandoc.Para(part)) end
  return blocks
end

-- Marks a table that has border lines in the source page. `shared/html/print_styles.py` sets `border` from style
-- sheets.
local function with_rules(table)
  boxes.request()
  local border, rules = table.attributes.border or '0', table.attributes.rules or 'none'
  if border == '0' and rules == 'none' then return table end
  return boxes.marked(pandoc.RawBlock, 'table', 'ruled', pandoc.List({ table }))
end

-- Moves several header rows into the body, because pandoc's OpenDocument writer drops all header rows except the first.
-- Marks the moved rows for `runner_boxes.py`, which makes them header rows again.
local function mark_header_rows(table)
  local head, body = table.head, table.bodies[1]
  if FORMAT ~= 'odt' or #head.rows < 2 or not body then return end
  boxes.request()
  for at, row in ipairs(head.rows) do
    local cells = row.cells
    if cells[1] then cells[1].contents:insert(1, pandoc.RawBlock('opendocument', '<!--header row-->')) end
    row.cells = cells
    body.body:insert(at, row)
  end
  head.rows = {}
  table.head = head
  table.bodies = table.bodies
end

-- Drops column widths, because they fit only the pages of the source. For OPML, writes tables as GitHub
-- Markdown, because pandoc stores the text of OPML as notes in basic Markdown, which has no tables.
function filter.Table(table)
  raise_head(table)
  -- Makes row headers ordinary cells. The OpenDocument writer would drop row headers, and only the HTML writer marks
  -- row headers.
  if not groups[FORMAT] then
    for _, body in ipairs(table.bodies) do body.row_head_columns = 0 end
    table.bodies = table.bodies
  end
  mark_header_rows(table)
  if boxes.raw_format then return with_rules(table) end
  if groups[FORMAT] or packs[FORMAT] then return table end
  for _, column in ipairs(table.colspecs) do column[2] = nil end
  table.colspecs = table.colspecs
  if needs_table_head[FORMAT] then promote_first_row(table) end
  if FORMAT == 'opml' then return pandoc.RawBlock('markdown', pandoc.write(pandoc.Pandoc({ table }), 'gfm')) end
  return misplaces_caption[FORMAT] and with_caption_above(table) or table
end

filter.Pandoc = dofile(here .. 'parts/metadata.lua')

-- pandoc writers that keep the whole content and caption of a figure, as the HTML writer does.
local captions = { docx = true, odt = true, rtf = true }

-- `figures` runs first, because `filter.Image` replaces pictures, and the caption of a figure may become the
-- description of its picture.
local figures = (groups[FORMAT] or captions[FORMAT]) and {} or { Figure = without_figure }

return { figures, filter }
