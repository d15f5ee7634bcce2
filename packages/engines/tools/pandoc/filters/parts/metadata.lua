-- Adapts the metadata of a document to the target format: title, author, date, abstract and identifier.

local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local is_blank = dofile(here .. 'parts/blank.lua')
local text = dofile(here .. 'parts/text.lua')

-- Writers that ignore the title in the metadata.
local drops_title = { gfm = true, json = true, mediawiki = true, dokuwiki = true, jira = true, textile = true, ipynb = true, plain = true,
  icml = true, creole = true, typst = true }
-- Writers whose templates omit the abstract.
local drops_abstract = { rst = true, org = true, muse = true, tei = true, docbook5 = true, man = true, opml = true,
  texinfo = true, fb2 = true, pptx = true }
-- Writers whose files need a title in the metadata.
local needs_title = { docbook5 = true, jats = true, tei = true, epub = true, epub3 = true, fb2 = true, opml = true,
  texinfo = true, man = true, pptx = true }
-- Writers of bibliographies.
local bibliographic = { biblatex = true, csljson = true }
-- Writers that store title and author of a book only as metadata.
local has_book_metadata = { epub = true, epub3 = true, fb2 = true }

local function is_paragraph(block) return block.t == 'Para' or block.t == 'Plain' end

local function is_empty_block(block)
  -- Checks a block with text first, because nearly all documents begin with text, and the walk below visits every word.
  if (is_paragraph(block) or block.t == 'Header') and text.of_inlines(block.content, 1) ~= '' then return false end
  local found = false
  local function mark_found() found = true end
  pandoc.walk_block(pandoc.Div({ block }), {
    Str = mark_found, Code = mark_found, CodeBlock = mark_found, Math = mark_found, Image = mark_found,
    RawBlock = mark_found, RawInline = mark_found,
  })
  return not found
end

local function is_empty(doc)
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

-- Moves the title of a web page to the metadata field `pagetitle`, because pandoc would print the field `title` at the
-- beginning of the text.
local function hide_title(doc)
  doc.meta.pagetitle = doc.meta.title
  doc.meta.title = nil
  if FORMAT ~= 'json' then doc.meta.author, doc.meta.date = nil, nil end
end

-- Inserts the abstract at the beginning of the text. Used for writers that do not write the abstract from the metadata.
local function write_abstract(doc)
  local abstract = doc.meta.abstract
  if not abstract then return end
  local first = type(abstract) == 'table' and abstract[1]
  local is_blocks = first and type(first) ~= 'string' and is_paragraph(first)
  local blocks = is_blocks and pandoc.List(abstract) or { pandoc.Para(pandoc.utils.stringify(abstract)) }
  for at = #blocks, 1, -1 do doc.blocks:insert(1, blocks[at]) end
end

local separator = pandoc.List({ pandoc.Str(','), pandoc.Space() })

-- Returns the inlines of a title, a date or an author. The address of an author follows the name.
local function inlines_of(value)
  local first = type(value) == 'table' and value[1]
  if not first then
    local words = value and pandoc.utils.stringify(value) or ''
    return pandoc.List(words ~= '' and { pandoc.Str(words) } or {})
  end
  local inlines = pandoc.List()
  for _, inline in ipairs(value) do
    if inline.t == 'LineBreak' then inlines:extend(separator) else inlines:insert(inline) end
  end
  return inlines
end

-- Joins several paragraphs with Word's style Title into one line, because most writers drop a title that consists of
-- blocks.
local function join_paragraphs(meta)
  for _, name in ipairs({ 'title', 'subtitle', 'date' }) do
    local value = meta[name]
    local first = type(value) == 'table' and value[1]
    if first and is_paragraph(first) then
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

-- Returns the text of a metadata value, which may be a single value or a list, such as authors.
local function all_inlines_of(value)
  local inlines = pandoc.List()
  for n, one in ipairs(is_list(value) and value or { value }) do
    if n > 1 then inlines:extend(separator) end
    inlines:extend(inlines_of(one))
  end
  return inlines
end

local function write_title(doc)
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
    if is_paragraph(block) then return block end
    -- Removes footnotes first, because a walk visits the paragraphs of a footnote before the paragraph that contains
    -- it.
    local bare = pandoc.walk_block(pandoc.Div({ block }), { Note = function() return {} end })
    pandoc.walk_block(bare, { Para = look, Plain = look })
    if found then return found end
  end
end

-- Maximum length of a title taken from the text, in characters.
local longest_title = 120

-- Returns the beginning of a paragraph or heading, cut between words, and whether it is the whole text.
local function first_words(inlines)
  -- A character has at most 4 bytes.
  local words = text.of_inlines(inlines, 4 * (longest_title + 1))
  if pandoc.text.len(words) <= longest_title then return words, true end
  return pandoc.text.sub(words, 1, longest_title):gsub('%s+%S*$', '') .. '…', false
end

-- Removes footnotes from a title, because each copy of the title would repeat them.
local function without_notes(inlines)
  return pandoc.walk_inline(pandoc.Span(inlines), { Note = function() return {} end }).content
end

-- If a book has no title, the first heading becomes the title, or the first line if the book has no heading. Books must
-- have a title.
local function name_book(doc)
  local first, line = headers(doc)[1] or first_paragraph(doc.blocks), pandoc.List()
  for _, inline in ipairs(first and first.content or {}) do
    if inline.t == 'LineBreak' or inline.t == 'SoftBreak' then break end
    line:insert(inline)
  end
  local words, is_whole = first_words(line)
  if words ~= '' then doc.meta.title = is_whole and pandoc.MetaInlines(without_notes(line)) or words end
end

-- Returns a short string that differs for different content. SHA-1 is not used, because pandoc takes 4 s for 1 MB.
local function digest(content)
  if #content <= 2 ^ 16 then return content end
  local a, b = #content, 1
  for at = 1, #content - 7, 8 do
    local word = string.unpack('<i8', content, at)
    a = (a ~ word) * 0x100000001b3
    b = (b + word) * 0x5851f42d4c957f2d
    b = b ~ (b >> 29)
  end
  return ('%016x%016x'):format(a, b) .. content:sub(-8)
end

-- Sets an id, because pandoc's own id is random, and equal documents must give equal books.
local function identify(doc)
  if doc.meta.identifier then return end
  local sum = pandoc.utils.sha1(digest(pandoc.utils.stringify(doc.meta) .. text.of_blocks(doc.blocks)))
  local parts = { sum:sub(1, 8), sum:sub(9, 12), '5' .. sum:sub(14, 16), '8' .. sum:sub(18, 20), sum:sub(21, 32) }
  doc.meta.identifier = pandoc.MetaString('urn:uuid:' .. table.concat(parts, '-'))
end

-- Writes a date that is not numeric, such as `Spring 2024`, as a paragraph. Called for writers that drop dates that are
-- not numeric.
local function write_date(doc)
  local date = all_inlines_of(doc.meta.date)
  if #date > 0 and not pandoc.utils.normalize_date(pandoc.utils.stringify(date)) then doc.blocks:insert(1, pandoc.Para(date)) end
end

-- Adds a heading at the beginning, because an outline keeps only text below headings.
local function add_first_heading(doc)
  local first = doc.blocks[1]
  if first and first.t ~= 'Header' then
    doc.blocks:insert(1, pandoc.Header(1, pandoc.utils.stringify(doc.meta.title or 'Text')))
  end
end

-- Promotes a single top-level heading at the beginning to the title.
local function promote_title(doc)
  local first, tops = doc.blocks[1], 0
  for _, header in ipairs(headers(doc)) do
    if header.level == 1 then tops = tops + 1 end
  end
  if not first or first.t ~= 'Header' or first.level ~= 1 or tops > 1 then return end
  doc.meta.title = pandoc.MetaInlines(first.content)
  doc.blocks:remove(1)
  doc.blocks = shift_headings(doc.blocks, -1)
end

-- Returns whether the document is a bibliography. Documents of other kinds may have references too, so `index.ts` sets
-- `is-bibliography` for the formats of bibliographies. If the target is not a bibliography format, also replaces the
-- metadata, because the target would print the metadata as text.
local function is_bibliography(doc)
  local references = doc.meta.references
  local declared = doc.meta['is-bibliography']
  doc.meta['is-bibliography'] = nil
  if not declared or not references then return false end
  for _, reference in ipairs(references) do
    if not reference.id or pandoc.utils.stringify(reference.id) == '' then error('a reference has no name') end
  end
  if #references == 0 then error('no references found') end
  if not bibliographic[FORMAT] then
    doc.meta = pandoc.Meta({ pagetitle = pandoc.MetaString('References') })
  end
  return true
end

return function(doc)
  if is_bibliography(doc) and bibliographic[FORMAT] then return doc end
  -- shared/runner/nothing.ts reads the line `protean-nothing-in-it` from the log.
  if is_empty(doc) then io.stderr:write('protean-nothing-in-it\n') end
  join_paragraphs(doc.meta)
  local hidden = doc.meta['hidden-title']
  doc.meta['hidden-title'] = nil
  if hidden and not has_book_metadata[FORMAT] then hide_title(doc) end
  if drops_title[FORMAT] then
    write_abstract(doc)
    if doc.meta.title then write_title(doc) end
    -- A notebook keeps only the metadata that states its language, because all other metadata would be printed as a
    -- list.
    if FORMAT == 'json' then return doc end
    doc.meta = FORMAT == 'ipynb' and pandoc.Meta({ jupyter = doc.meta.jupyter }) or pandoc.Meta({})
    return doc
  end
  if drops_abstract[FORMAT] then write_abstract(doc) end
  if not doc.meta.title and needs_title[FORMAT] then promote_title(doc) end
  if not doc.meta.title and has_book_metadata[FORMAT] then name_book(doc) end
  if FORMAT:match('^epub') then identify(doc) end
  if FORMAT == 'opml' or FORMAT == 'jats' then write_date(doc) end
  if FORMAT == 'opml' then add_first_heading(doc) end
  -- Section 7 of the manual is for miscellaneous pages.
  if FORMAT == 'man' then doc.meta.section = doc.meta.section or '7' end
  if not doc.meta.title and not doc.meta.pagetitle then
    local first = headers(doc)[1] or first_paragraph(doc.blocks)
    local words = first and first_words(first.content) or ''
    doc.meta.pagetitle = words ~= '' and words or 'Untitled'
  end
  return doc
end
