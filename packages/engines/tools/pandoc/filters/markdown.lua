-- Writes clean Markdown: pipe tables, tight lists, working links, no HTML and no attributes.
-- Metadata: `md-images` states how images are handled (inline, none or files), `md-folder` is the folder for the files.
-- `md-tables`, `md-max-heading` and `md-front-matter` are the conversion options with these names.

local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local pictures = dofile(here .. 'parts/pictures.lua')
local tables = dofile(here .. 'parts/markdown_tables.lua')
local html_tables = dofile(here .. 'parts/html_tables.lua')
local front_matter = dofile(here .. 'parts/front_matter.lua')
local text = dofile(here .. 'parts/text.lua')
local without_figure = dofile(here .. 'parts/figures.lua')
local language_of = dofile(here .. 'parts/languages.lua')

local List = pandoc.List

-- Writes code as a fenced block. pandoc would indent code without a language, and older Markdown readers mistake
-- indented code for a part of a list.
local function code(block)
  if not block.text:match('%S') then return {} end
  local fence = '```'
  while block.text:find(fence, 1, true) do fence = fence .. '`' end
  return pandoc.RawBlock('gfm', fence .. language_of(block) .. '\n' .. block.text .. '\n' .. fence .. '\n')
end

-- Parses the raw HTML of the source to keep its text. Drops drawings and comments, because they have no text.
local function parsed(raw)
  -- Keeps the mark of an alert from admonitions.lua, or a label from numbers.lua.
  if raw.format == 'gfm' then return nil end
  if not raw.format:match('^html') then return {} end
  local html = raw.text:lower()
  if html:match('^%s*<svg') or html:match('^%s*<!%-%-') or html:match('^%s*<style') or html:match('^%s*<script') then return {} end
  return pandoc.read(raw.text, 'html').blocks
end

local parse_html = {
  RawBlock = parsed,
  RawInline = function(raw)
    local blocks = parsed(raw)
    return blocks and pandoc.utils.blocks_to_inlines(blocks)
  end,
}

local spaces = { Space = true, SoftBreak = true, LineBreak = true }

-- Word processors pad empty paragraphs with a no-break space.
local function is_space(inline)
  return spaces[inline.t] or inline.t == 'Str' and inline.text:gsub('\u{a0}', '') == ''
end

local function trimmed(inlines)
  while inlines[1] and is_space(inlines[1]) do inlines:remove(1) end
  while #inlines > 0 and is_space(inlines[#inlines]) do inlines:remove() end
  return inlines
end

local function is_blank(inlines)
  return #trimmed(List(inlines):clone()) == 0
end

-- Returns a filter that replaces each image with a data: link, its alternative text, or a file next to the document.
local function image_filter(mode, folder)
  local made, count = {}, 0
  local function file_of(image)
    local known = made[image.src]
    if known then return known end
    local mime, bytes = pictures.data(image)
    if not bytes then return nil end
    count = count + 1
    local name = ('image-%d.%s'):format(count, pictures.extension(mime))
    local file = assert(io.open(folder .. '/' .. name, 'wb'))
    file:write(bytes)
    file:close()
    made[image.src] = 'images/' .. name
    return made[image.src]
  end
  return function(image)
    local link = mode == 'inline' and pictures.link(image) or mode == 'files' and file_of(image)
    if not link and mode ~= 'none' then pictures.report_missing(image) end
    if not link then return #image.caption > 0 and pandoc.Span(image.caption, { class = 'caption' }) or {} end
    image.src, image.title, image.attr = link, '', pandoc.Attr()
    return image
  end
end

-- Returns the id that GitHub's Markdown gives a heading.
local function slug_of(header)
  local words = pandoc.text.lower(text.of_inlines(header.content)):match('^%s*(.-)%s*$')
  return (words:gsub('[%c%p]', function(sign) return (sign == '-' or sign == '_') and sign or '' end):gsub('%s', '-'))
end

local function link_filter(headings)
  return function(link)
    local inside = link.target:match('^#(.*)')
    if is_blank(link.content) then return {} end
    if inside and not headings[inside] then return link.content end
    if inside then link.target = '#' .. headings[inside] end
    -- Links to scripts do not work outside a browser, so only their text is kept.
    local scheme = link.target:match('^(%a[%w+.-]*):')
    if scheme and scheme:lower() == 'javascript' then return link.content end
    link.attr, link.title = pandoc.Attr(), ''
    return link
  end
end

local function unwrapped(element) return element.content end

-- Removes a style nested in the same style.
local function once(name)
  return function(element)
    element.content = pandoc.walk_inline(pandoc.Span(element.content), { [name] = unwrapped }).content
    return element
  end
end

local styles = { Strong = true, Emph = true, Strikeout = true }

-- Separates adjacent formulas, because two adjacent marks would begin a displayed formula.
local function separate_formulas(inlines)
  local separated, changed = List(), false
  for n, inline in ipairs(inlines) do
    if inline.t == 'Math' and n > 1 and inlines[n - 1].t == 'Math' then
      separated:insert(pandoc.Space())
      changed = true
    end
    separated:insert(inline)
  end
  return changed and separated or nil
end

-- Removes empty styles and joins adjacent equal styles, because adjacent marks would have another meaning.
local function join_styles(inlines)
  local joined = List()
  for _, inline in ipairs(inlines) do
    local last = joined[#joined]
    if styles[inline.t] and is_blank(inline.content) then joined:extend(inline.content)
    elseif last and styles[inline.t] and last.t == inline.t then
      last.content:extend(inline.content)
      joined[#joined] = last
    else joined:insert(inline) end
  end
  return joined
end

-- Removes bold from a heading or header that is entirely bold, because the bold adds no meaning.
local function without_strong(inlines)
  if #inlines == 1 and inlines[1].t == 'Strong' then return inlines[1].content end
  return inlines
end

local function heading(header)
  local words = trimmed(header.content:map(function(one) return one.t == 'LineBreak' and pandoc.Space() or one end))
  header.content = trimmed(without_strong(words))
  header.attr = pandoc.Attr()
  return #header.content > 0 and header or {}
end

-- Returns whether a paragraph is a line in a word processor's table of contents: links to bookmarks, with page numbers.
-- The lines of a table of contents are dropped, because Markdown has no pages.
local function is_contents_line(content)
  local links = content:filter(function(one) return one.t ~= 'Space' and one.t ~= 'SoftBreak' end)
  return #links > 0 and links:find_if(function(one) return one.t ~= 'Link' or not one.target:match('^#_Toc') end) == nil
end

-- Places the caption that has replaced an image: as a separate paragraph if it is alone, or in parentheses among other
-- words.
local function place_captions(content)
  local inlines = List()
  for _, inline in ipairs(content) do
    if inline.t ~= 'Span' then inlines:insert(inline)
    elseif #content == 1 then inlines:extend(inline.content)
    else
      inlines:insert(pandoc.Str('('))
      inlines:extend(inline.content)
      inlines:extend({ pandoc.Str(')'), pandoc.Space() })
    end
  end
  return inlines
end

-- Splits a paragraph at two line breaks, which separate paragraphs in email messages and old web pages.
local function parted(content)
  local parts, part = List(), List()
  for n, inline in ipairs(content) do
    local ends = inline.t == 'LineBreak' and content[n - 1] and content[n - 1].t == 'LineBreak'
    part:insert(inline)
    if ends then
      parts:insert(part)
      part = List()
    end
  end
  parts:insert(part)
  return parts:map(trimmed):filter(function(one) return #one > 0 end)
end

local function paragraph(block)
  if is_contents_line(block.content) then return {} end
  local parts = parted(place_captions(trimmed(block.content)))
  if #parts == 1 then
    block.content = parts[1]
    return block
  end
  return parts:map(pandoc.Para)
end

-- Adds a space after a checkbox, because pandoc recognizes a task only with a space.
local function with_box(item)
  local first = item[1]
  local inlines = first and (first.t == 'Plain' or first.t == 'Para') and first.content
  local is_box = inlines and inlines[1] and inlines[1].t == 'Str' and (inlines[1].text == '☐' or inlines[1].text == '☒')
  if is_box and inlines[2] and inlines[2].t == 'SoftBreak' then
    inlines[2] = pandoc.Space()
    first.content = inlines
    item[1] = first
  end
  return item
end

-- Removes the empty lines between items if each item has a single paragraph.
local function tight(list)
  -- Unwraps an indented paragraph of an item, which pandoc reads as a quotation.
  list.content = list.content:filter(function(item) return #item > 0 end)
  if #list.content == 0 then return {} end
  list.content = list.content:map(function(item)
    return with_box(#item == 1 and item[1].t == 'BlockQuote' and item[1].content or item)
  end)
  for _, item in ipairs(list.content) do
    for n, block in ipairs(item) do
      local is_list = block.t == 'BulletList' or block.t == 'OrderedList'
      if not is_list and not (n == 1 and (block.t == 'Para' or block.t == 'Plain')) then return list end
    end
  end
  list.content = list.content:map(function(item)
    if item[1] and item[1].t == 'Para' then item[1] = pandoc.Plain(item[1].content) end
    return item
  end)
  return list
end

-- Replaces the division that marks the start of a page with an HTML comment, which is not displayed.
local function division(div)
  local page = div.attributes['marked-page'] or div.attributes['data-marked-page']
  if not page or not page:match('^%d+$') then return div.content end
  return { pandoc.RawBlock('gfm', ('<!-- page %s -->\n'):format(page)), table.unpack(div.content) }
end

local function walk(blocks, filter) return pandoc.walk_block(pandoc.Div(blocks), filter).content end

-- Unwraps spans first, so that later walks reach the content of the spans. Converts tables only after their cells are
-- clean.
local function clean(doc)
  local function option(name)
    local value = doc.meta['md-' .. name]
    doc.meta['md-' .. name] = nil
    return value and pandoc.utils.stringify(value)
  end
  local mode, folder = option('images') or 'inline', option('folder')
  local tables_as, deepest = option('tables'), tonumber(option('max-heading'))
  local has_front_matter = option('front-matter') == 'true'
  local blocks = walk(doc.blocks, parse_html)
  local headings = {}
  walk(blocks, {
    Header = function(header)
      headings[header.identifier] = slug_of(header)
      -- Word's bookmarks, the targets of its internal links, are spans in the heading.
      pandoc.walk_block(header, { Span = function(span) headings[span.identifier] = slug_of(header) end })
    end,
  })
  headings[''] = nil
  blocks = walk(blocks, { Span = unwrapped, Div = division, Underline = unwrapped, SmallCaps = unwrapped, Figure = without_figure })
  blocks = walk(blocks, { Image = image_filter(mode, folder), Link = link_filter(headings) })
  local has_styles = false
  local function styled(change)
    return function(element)
      has_styles = true
      return change and change(element)
    end
  end
  blocks = walk(blocks, { Strong = styled(once('Strong')), Emph = styled(once('Emph')), Strikeout = styled() })
  -- A walk over all words takes most of the time, so it runs only if there are styles.
  if has_styles then blocks = walk(blocks, { Inlines = join_styles }) end
  local has_formulas = false
  walk(blocks, { Math = function() has_formulas = true end })
  if has_formulas then blocks = walk(blocks, { Inlines = separate_formulas }) end
  blocks = walk(blocks, { Para = paragraph, Plain = paragraph, Header = heading })
  if deepest then
    blocks = walk(blocks, { Header = function(header) header.level = math.min(header.level, deepest) return header end })
  end
  local facts = has_front_matter and front_matter(doc.meta, blocks)
  blocks = walk(blocks, {
    Table = function(table)
      if tables_as ~= 'html' or html_tables.is_simple(table) or tables.is_layout(table) then
        return tables.plain(table, without_strong)
      end
      return pandoc.RawBlock('gfm', html_tables.html_of(table))
    end,
  })
  blocks = walk(blocks, { BulletList = tight, OrderedList = tight })
  doc.blocks = walk(blocks, { CodeBlock = function(block) return block.classes[1] ~= 'math' and code(block) or nil end })
  if facts then doc.blocks:insert(1, facts) end
  return doc
end

return { { Pandoc = clean } }
