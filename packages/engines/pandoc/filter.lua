-- Fits any document to what the target can show: its title, pictures, raw HTML and wrappers without meaning.

-- Writers of one file that can carry a picture inside, as a data: link.
local embeds = { html = true, html4 = true, gfm = true, ipynb = true }
-- Writers that pack pictures themselves.
local packs = { docx = true, odt = true, pptx = true, epub = true, epub3 = true, fb2 = true, rtf = true }
-- Writers that show the same groups and spans as HTML does.
local groups = { html = true, html4 = true, epub = true, epub3 = true }
-- Writers that drop a title that is metadata only.
local headless = { gfm = true, mediawiki = true, dokuwiki = true, jira = true, textile = true, ipynb = true, plain = true,
  icml = true, creole = true }
-- Writers whose files need a title of their own.
local titled = { docbook5 = true, jats = true, tei = true, epub = true, epub3 = true, fb2 = true, opml = true,
  texinfo = true, man = true, pptx = true }
-- Writers of lists of references.
local listed = { biblatex = true, csljson = true }
-- Writers that hold a book's title and author as data rather than as text on a page.
local catalogued = { epub = true, epub3 = true, fb2 = true }

local pictures = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'pictures.lua')

function Image(image)
  local link = pictures.data_link(image)
  -- What is beside the document cannot be had: a link to it may stay one, a picture of it cannot.
  if packs[FORMAT] then return not link and pictures.in_words(image) or nil end
  if not link then return nil end
  if not embeds[FORMAT] then return image.caption end
  image.src = link
  if FORMAT == 'gfm' then image.attr = pandoc.Attr() end
  return image
end

-- Markdown may contain HTML; other targets get what it says rather than nothing.
local function understood(raw)
  return raw.format:match('^html') and FORMAT ~= 'html' and FORMAT ~= 'gfm' and pandoc.read(raw.text, 'html').blocks
end

function RawBlock(raw)
  return understood(raw) or nil
end

function RawInline(raw)
  local blocks = understood(raw)
  return blocks and pandoc.utils.blocks_to_inlines(blocks) or nil
end

function Div(div)
  -- A notebook's cells stand between a heading and what it is the heading of.
  if not groups[FORMAT] or div.classes:includes('cell') then return div.content end
end

function Span(span)
  if not groups[FORMAT] then return span.content end
end

-- Where a link opens and what it looks like is HTML's own affair.
function Link(link)
  if not groups[FORMAT] then link.attr = pandoc.Attr() return link end
end

-- Plain text has no emphasis: capitals and underscores would be read as the author's own.
local function bare(element)
  if FORMAT == 'plain' then return element.content end
end

Strong, Emph = bare, bare

-- Writers whose tables always have a head.
local headed = { gfm = true, ipynb = true, opml = true }

-- An empty head above the first row would say that there is nothing in the columns.
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

-- Most writers pass over a head that stands inside a body, as it does in pages that mark no head apart.
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

-- Widths belong to the page that a table comes from; outline notes are the plainest Markdown, which has no tables.
function Table(table)
  raiseHead(table)
  if groups[FORMAT] or packs[FORMAT] then return table end
  for _, column in ipairs(table.colspecs) do column[2] = nil end
  table.colspecs = table.colspecs
  if headed[FORMAT] then headTable(table) end
  return FORMAT == 'opml' and pandoc.RawBlock('markdown', pandoc.write(pandoc.Pandoc({ table }), 'gfm')) or table
end

local function isEmpty(doc)
  local found = doc.meta.title ~= nil
  local function seen() found = true end
  pandoc.walk_block(pandoc.Div(doc.blocks), {
    Str = seen, Code = seen, CodeBlock = seen, Math = seen, Image = seen, RawBlock = seen, RawInline = seen,
  })
  return not found
end

local function shifted(blocks, by)
  return pandoc.walk_block(pandoc.Div(blocks), {
    Header = function(header) header.level = header.level + by return header end,
  }).content
end

local function headers(doc)
  local all = {}
  pandoc.walk_block(pandoc.Div(doc.blocks), { Header = function(header) all[#all + 1] = header end })
  return all
end

-- A web page's title is not part of its text; other formats print theirs at the top.
local function hideTitle(doc)
  doc.meta.pagetitle = doc.meta.title
  doc.meta.title, doc.meta.author, doc.meta.date = nil, nil, nil
end

local function writeTitle(doc)
  local blocks = doc.blocks
  for _, header in ipairs(headers(doc)) do
    if header.level == 1 then blocks = shifted(blocks, 1) break end
  end
  for _, name in ipairs({ 'date', 'author' }) do
    if doc.meta[name] then blocks:insert(1, pandoc.Para(pandoc.utils.stringify(doc.meta[name]))) end
  end
  blocks:insert(1, pandoc.Header(1, doc.meta.title))
  doc.blocks = blocks
end

-- A book must be called something: by its first heading, or else by its first line.
local function nameBook(doc)
  local first, line = headers(doc)[1] or doc.blocks[1], pandoc.List()
  for _, inline in ipairs(first and first.content or {}) do
    if inline.t == 'LineBreak' or inline.t == 'SoftBreak' then break end
    if not inline.t then return end
    line:insert(inline)
  end
  if #pandoc.utils.stringify(line) <= 120 then doc.meta.title = pandoc.MetaInlines(line) end
end

-- An outline holds what stands under headings only.
-- Left to itself pandoc numbers a book at random: the same text twice is the same book.
local function identify(doc)
  if doc.meta.identifier then return end
  local sum = pandoc.utils.sha1(pandoc.utils.stringify(doc.meta) .. pandoc.utils.stringify(doc.blocks))
  local parts = { sum:sub(1, 8), sum:sub(9, 12), '5' .. sum:sub(14, 16), '8' .. sum:sub(18, 20), sum:sub(21, 32) }
  doc.meta.identifier = pandoc.MetaString('urn:uuid:' .. table.concat(parts, '-'))
end

local function headAll(doc)
  local first = doc.blocks[1]
  if first and first.t ~= 'Header' then
    doc.blocks:insert(1, pandoc.Header(1, pandoc.utils.stringify(doc.meta.title or 'Text')))
  end
end

-- The one top heading at the very beginning is the title.
local function promoteTitle(doc)
  local first, tops = doc.blocks[1], 0
  for _, header in ipairs(headers(doc)) do
    if header.level == 1 then tops = tops + 1 end
  end
  if not first or first.t ~= 'Header' or first.level ~= 1 or tops > 1 then return end
  doc.meta.title = pandoc.MetaInlines(first.content)
  doc.blocks:remove(1)
  doc.blocks = shifted(doc.blocks, -1)
end

-- A list of references is its metadata; once printed it is text like any other.
local function isBibliography(doc)
  local references = doc.meta.references
  if not references then return false end
  for _, reference in ipairs(references) do
    if not reference.id or pandoc.utils.stringify(reference.id) == '' then error('a reference has no name') end
  end
  if #references == 0 then error('there are no references') end
  if not listed[FORMAT] then
    doc.meta = pandoc.Meta({ pagetitle = pandoc.MetaString('References') })
  end
  return true
end

function Pandoc(doc)
  if isBibliography(doc) and listed[FORMAT] then return doc end
  if isEmpty(doc) then error('the document is empty') end
  local hidden = doc.meta['hidden-title']
  doc.meta['hidden-title'] = nil
  if hidden and not catalogued[FORMAT] then hideTitle(doc) end
  if headless[FORMAT] then
    if doc.meta.title then writeTitle(doc) end
    -- A notebook's language is data of its own; anything else would be written out as a list of names and values.
    doc.meta = FORMAT == 'ipynb' and pandoc.Meta({ jupyter = doc.meta.jupyter }) or pandoc.Meta({})
    return doc
  end
  if not doc.meta.title and titled[FORMAT] then promoteTitle(doc) end
  if not doc.meta.title and catalogued[FORMAT] then nameBook(doc) end
  if FORMAT:match('^epub') then identify(doc) end
  if FORMAT == 'opml' then headAll(doc) end
  -- The manual's section for whatever has no other.
  if FORMAT == 'man' then doc.meta.section = doc.meta.section or '7' end
  if not doc.meta.title and not doc.meta.pagetitle then
    local first = headers(doc)[1]
    doc.meta.pagetitle = first and pandoc.utils.stringify(first) or 'Untitled'
  end
  return doc
end
