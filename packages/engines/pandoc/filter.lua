-- Adapts a document to the target format: its title, images, raw HTML, and groups without meaning.

-- Writers of single files that can embed an image as a data: link.
local embeds = { html = true, html4 = true }
-- Writers that pack images, as files or by their data.
local packs = { docx = true, odt = true, pptx = true, epub = true, epub3 = true, rtf = true }
local takes_data = { fb2 = true, ipynb = true }
-- Writers that support divisions and spans as HTML does.
local groups = { html = true, html4 = true, epub = true, epub3 = true }
-- Writers that drop a title in the metadata.
local drops_title = { gfm = true, mediawiki = true, dokuwiki = true, jira = true, textile = true, ipynb = true, plain = true,
  icml = true, creole = true, typst = true }
-- Writers whose templates leave out the abstract.
local drops_abstract = { rst = true, org = true, muse = true, tei = true, docbook5 = true, man = true, opml = true,
  texinfo = true, fb2 = true, pptx = true }
-- Writers whose files need a title in the metadata.
local needs_title = { docbook5 = true, jats = true, tei = true, epub = true, epub3 = true, fb2 = true, opml = true,
  texinfo = true, man = true, pptx = true }
-- Writers of bibliographies.
local bibliographic = { biblatex = true, csljson = true }
-- Writers that store title and author of a book only as metadata.
local has_book_metadata = { epub = true, epub3 = true, fb2 = true }

local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local pictures = dofile(here .. 'pictures.lua')
local is_blank = dofile(here .. 'blank.lua')

local filter = {}

function filter.Image(image)
  -- markdown.lua has placed it.
  if FORMAT == 'gfm' then return nil end
  -- Files beside the document do not exist here: a link to one may stay, an image cannot.
  if packs[FORMAT] then return not pictures.is_kept(image.src) and pictures.placeholder(image) or nil end
  -- The writer of notebooks fails for a picture without an address.
  if image.src == '' then return image.caption end
  local link
  if takes_data[FORMAT] then link = pictures.data_link(image) else link = pictures.link(image) end
  if not link then return FORMAT == 'fb2' and pictures.placeholder(image) or nil end
  if not embeds[FORMAT] and not takes_data[FORMAT] then return image.caption end
  image.src = link
  return image
end

-- Markdown may contain HTML, which is parsed for other targets, so that its content is kept.
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
  -- `admonitions.lua` made it.
  if div.attributes.kept then
    div.attributes.kept = nil
    return div
  end
  -- The divisions of notebook cells would separate headings from their content.
  if groups[FORMAT] and not div.classes:includes('cell') then return nil end
  -- Some writers join a line that is no paragraph with its neighbours.
  if #div.content < 2 then return div.content end
  return div.content:map(function(block) return block.t == 'Plain' and pandoc.Para(block.content) or block end)
end

function filter.Span(span)
  if not groups[FORMAT] then return span.content end
end

-- GitHub writes formulas of a line of their own as code, too.
function filter.CodeBlock(block)
  if block.classes[1] == 'math' then return pandoc.Para({ pandoc.Math('DisplayMath', block.text) }) end
end

-- pandoc does not escape what it writes as TeX into TEI.
function filter.Math(math)
  if FORMAT ~= 'tei' then return nil end
  local tex = math.text:gsub('&', '&amp;'):gsub('<', '&lt;'):gsub('>', '&gt;')
  local formula = '<formula notation="TeX">' .. tex .. '</formula>'
  if math.mathtype == 'DisplayMath' then formula = '<figure type="math">' .. formula .. '</figure>' end
  return pandoc.RawInline('tei', formula)
end

-- pandoc's writer of InCopy makes styles of the classes of headings, so that unnumbered ones are none.
function filter.Header(header)
  if FORMAT == 'icml' then header.classes = {} return header end
end

-- Attributes of links are only for HTML.
function filter.Link(link)
  if not groups[FORMAT] then link.attr = pandoc.Attr() return link end
end

-- Plain text has no emphasis: pandoc's capitals and underscores would look like the author's own.
local function without_emphasis(element)
  if FORMAT == 'plain' then return element.content end
end

filter.Strong, filter.Emph = without_emphasis, without_emphasis

-- Writers whose tables always have a header.
local needs_table_head = { gfm = true, ipynb = true, opml = true }

-- An empty header would label the columns with nothing, so the first row becomes the header.
local function headTable(table)
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

-- Most writers drop header rows inside a body, as in HTML tables without a thead.
local function raiseHead(table)
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

-- Writers that drop the captions of tables, or put them where readers do not look.
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

-- pandoc writes the text behind a formula of its own line as an argument of a macro, which is not printed.
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

-- Column widths belong to the source's page. Outline notes are basic Markdown without tables, so they get HTML-free GFM.
function filter.Table(table)
  raiseHead(table)
  -- The writer of OpenDocument drops the cells of row heads, and none but that of HTML marks them.
  if not groups[FORMAT] then
    for _, body in ipairs(table.bodies) do body.row_head_columns = 0 end
    table.bodies = table.bodies
  end
  if groups[FORMAT] or packs[FORMAT] then return table end
  for _, column in ipairs(table.colspecs) do column[2] = nil end
  table.colspecs = table.colspecs
  if needs_table_head[FORMAT] then headTable(table) end
  if FORMAT == 'opml' then return pandoc.RawBlock('markdown', pandoc.write(pandoc.Pandoc({ table }), 'gfm')) end
  return misplaces_caption[FORMAT] and with_caption_above(table) or table
end

local function is_empty_block(block)
  local found = false
  local function mark_found() found = true end
  pandoc.walk_block(pandoc.Div({ block }), {
    Str = mark_found, Code = mark_found, CodeBlock = mark_found, Math = mark_found, Image = mark_found, RawBlock = mark_found, RawInline = mark_found,
  })
  return not found
end

local function isEmpty(doc)
  if doc.meta.title then return false end
  for _, block in ipairs(doc.blocks) do
    if not is_empty_block(block) then return false end
  end
  return true
end

local function shift_headings(blocks, by)
  return pandoc.walk_block(pandoc.Div(blocks), {
    Header = function(header) header.level = header.level + by return header end,
  }).content
end

local function headers(doc)
  local all = {}
  pandoc.walk_block(pandoc.Div(doc.blocks), { Header = function(header) all[#all + 1] = header end })
  return all
end

-- The title of a web page is not part of its text; other formats print it at the beginning.
local function hideTitle(doc)
  doc.meta.pagetitle = doc.meta.title
  doc.meta.title, doc.meta.author, doc.meta.date = nil, nil, nil
end

-- The summary of an article, which templates of these formats leave out.
local function writeAbstract(doc)
  local abstract = doc.meta.abstract
  if not abstract then return end
  local first = type(abstract) == 'table' and abstract[1]
  local is_blocks = first and type(first) ~= 'string' and (first.t == 'Para' or first.t == 'Plain')
  local blocks = is_blocks and pandoc.List(abstract) or { pandoc.Para(pandoc.utils.stringify(abstract)) }
  for at = #blocks, 1, -1 do doc.blocks:insert(1, blocks[at]) end
end

local separator = pandoc.List({ pandoc.Str(','), pandoc.Space() })

-- A title, a date or an author; an address stands below the name.
local function inlines_of(value)
  local first = type(value) == 'table' and value[1]
  if not first then
    local text = value and pandoc.utils.stringify(value) or ''
    return pandoc.List(text ~= '' and { pandoc.Str(text) } or {})
  end
  local inlines = pandoc.List()
  for _, inline in ipairs(value) do
    if inline.t == 'LineBreak' then inlines:extend(separator) else inlines:insert(inline) end
  end
  return inlines
end

-- Several paragraphs of Word's style Title arrive as blocks, which most writers drop: they become one line.
local function join_paragraphs(meta)
  for _, name in ipairs({ 'title', 'subtitle', 'date' }) do
    local value = meta[name]
    local first = type(value) == 'table' and value[1]
    if first and (first.t == 'Para' or first.t == 'Plain') then
      local inlines = pandoc.List()
      for _, block in ipairs(value) do
        local words = pandoc.utils.blocks_to_inlines({ block })
        if not is_blank(words) then
          if #inlines > 0 then inlines:insert(pandoc.Space()) end
          inlines:extend(words)
        end
      end
      meta[name] = #inlines > 0 and pandoc.MetaInlines(inlines) or nil
    end
  end
end

local function is_list(value)
  return type(value) == 'table' and type(value[1]) == 'table' and value[1].t == nil
end

-- The text of a metadata value: one text, or several such as authors.
local function all_inlines_of(value)
  local inlines = pandoc.List()
  for n, one in ipairs(is_list(value) and value or { value }) do
    if n > 1 then inlines:extend(separator) end
    inlines:extend(inlines_of(one))
  end
  return inlines
end

local function writeTitle(doc)
  local blocks = doc.blocks
  for _, header in ipairs(headers(doc)) do
    if header.level == 1 then blocks = shift_headings(blocks, 1) break end
  end
  for _, name in ipairs({ 'date', 'author', 'subtitle' }) do
    local inlines = all_inlines_of(doc.meta[name])
    if #inlines > 0 then blocks:insert(1, pandoc.Para(inlines)) end
  end
  blocks:insert(1, pandoc.Header(1, all_inlines_of(doc.meta.title)))
  doc.blocks = blocks
end

local function first_paragraph(blocks)
  local found
  local function look(block) found = found or block end
  for _, block in ipairs(blocks) do
    -- A walk visits the paragraphs of a footnote before the one that it belongs to.
    local bare = pandoc.walk_block(pandoc.Div({ block }), { Note = function() return {} end })
    pandoc.walk_block(bare, { Para = look, Plain = look })
    if found then return found end
  end
end

-- A book must have a title: its first heading, or else its first line.
-- The beginning of a text, cut between words.
local function first_words(text)
  if pandoc.text.len(text) <= 120 then return text end
  return (pandoc.text.sub(text, 1, 120):gsub('%s+%S*$', '')) .. '…'
end

local function nameBook(doc)
  local first, line = headers(doc)[1] or first_paragraph(doc.blocks), pandoc.List()
  for _, inline in ipairs(first and first.content or {}) do
    if inline.t == 'LineBreak' or inline.t == 'SoftBreak' then break end
    line:insert(inline)
  end
  local text = pandoc.utils.stringify(line)
  if text == '' then return end
  doc.meta.title = #text <= 120 and pandoc.MetaInlines(line) or first_words(text)
end

-- A short text that differs where `text` does: pandoc takes four seconds for the sum of a megabyte.
local function digest(text)
  if #text <= 2 ^ 16 then return text end
  local a, b = #text, 1
  for at = 1, #text - 7, 8 do
    local word = string.unpack('<i8', text, at)
    a = (a ~ word) * 0x100000001b3
    b = (b + word) * 0x5851f42d4c957f2d
    b = b ~ (b >> 29)
  end
  return ('%016x%016x'):format(a, b) .. text:sub(-8)
end

-- pandoc's own id is random; equal texts must give equal books.
local function identify(doc)
  if doc.meta.identifier then return end
  -- Of all blocks at once it takes time quadratic in their number.
  local words = { pandoc.utils.stringify(doc.meta) }
  for _, block in ipairs(doc.blocks) do words[#words + 1] = pandoc.utils.stringify(block) end
  local sum = pandoc.utils.sha1(digest(table.concat(words)))
  local parts = { sum:sub(1, 8), sum:sub(9, 12), '5' .. sum:sub(14, 16), '8' .. sum:sub(18, 20), sum:sub(21, 32) }
  doc.meta.identifier = pandoc.MetaString('urn:uuid:' .. table.concat(parts, '-'))
end

-- Writers that keep a date only as numbers.
local function writeDate(doc)
  local date = all_inlines_of(doc.meta.date)
  if #date > 0 and not pandoc.utils.normalize_date(pandoc.utils.stringify(date)) then doc.blocks:insert(1, pandoc.Para(date)) end
end

-- An outline keeps only text below headings.
local function headAll(doc)
  local first = doc.blocks[1]
  if first and first.t ~= 'Header' then
    doc.blocks:insert(1, pandoc.Header(1, pandoc.utils.stringify(doc.meta.title or 'Text')))
  end
end

-- A single top-level heading at the beginning is the title.
local function promoteTitle(doc)
  local first, tops = doc.blocks[1], 0
  for _, header in ipairs(headers(doc)) do
    if header.level == 1 then tops = tops + 1 end
  end
  if not first or first.t ~= 'Header' or first.level ~= 1 or tops > 1 then return end
  doc.meta.title = pandoc.MetaInlines(first.content)
  doc.blocks:remove(1)
  doc.blocks = shift_headings(doc.blocks, -1)
end

-- A bibliography is metadata; in other formats it is printed as text. Other documents may have references besides their text.
local function isBibliography(doc)
  local references = doc.meta.references
  local declared = doc.meta['is-bibliography']
  doc.meta['is-bibliography'] = nil
  if not declared or not references then return false end
  for _, reference in ipairs(references) do
    if not reference.id or pandoc.utils.stringify(reference.id) == '' then error('a reference has no name') end
  end
  if #references == 0 then error('there are no references') end
  if not bibliographic[FORMAT] then
    doc.meta = pandoc.Meta({ pagetitle = pandoc.MetaString('References') })
  end
  return true
end

function filter.Pandoc(doc)
  if isBibliography(doc) and bibliographic[FORMAT] then return doc end
  -- What runtime/nothing.py tells.
  if isEmpty(doc) then io.stderr:write('protean-nothing-in-it\n') end
  join_paragraphs(doc.meta)
  local hidden = doc.meta['hidden-title']
  doc.meta['hidden-title'] = nil
  if hidden and not has_book_metadata[FORMAT] then hideTitle(doc) end
  if drops_title[FORMAT] then
    writeAbstract(doc)
    if doc.meta.title then writeTitle(doc) end
    -- A notebook keeps its language; other metadata would be printed as a list.
    doc.meta = FORMAT == 'ipynb' and pandoc.Meta({ jupyter = doc.meta.jupyter }) or pandoc.Meta({})
    return doc
  end
  if drops_abstract[FORMAT] then writeAbstract(doc) end
  if not doc.meta.title and needs_title[FORMAT] then promoteTitle(doc) end
  if not doc.meta.title and has_book_metadata[FORMAT] then nameBook(doc) end
  if FORMAT:match('^epub') then identify(doc) end
  if FORMAT == 'opml' or FORMAT == 'jats' then writeDate(doc) end
  if FORMAT == 'opml' then headAll(doc) end
  -- Section 7 of the manual is for miscellaneous pages.
  if FORMAT == 'man' then doc.meta.section = doc.meta.section or '7' end
  if not doc.meta.title and not doc.meta.pagetitle then
    local first = headers(doc)[1] or first_paragraph(doc.blocks)
    local text = first and first_words(pandoc.utils.stringify(first)) or ''
    doc.meta.pagetitle = text ~= '' and text or 'Untitled'
  end
  return doc
end

return { filter }
