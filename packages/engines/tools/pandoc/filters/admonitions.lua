-- Recognizes notes and warnings in the notation of the source, and writes them in the notation of the target. Examples
-- of notations are GitHub's alerts, directives of reStructuredText, and blocks of AsciiDoc and Org. If the target has
-- no notation for notes and warnings, writes a quotation with a bold title.

local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local text = dofile(here .. 'parts/text.lua')
local boxes = dofile(here .. 'parts/boxes.lua')

local List = pandoc.List

-- Kinds of admonitions, by their names in all notations.
local kinds = {
  note = 'note', info = 'note', abstract = 'note', todo = 'note', seealso = 'note',
  tip = 'tip', hint = 'tip', important = 'important',
  warning = 'warning', attention = 'warning',
  caution = 'caution', danger = 'caution', error = 'caution',
}
-- Writers that have a notation for all kinds of admonitions.
local native = { docbook5 = true, rst = true, asciidoctor = true }

local function capitalized(word) return word:sub(1, 1):upper() .. word:sub(2):lower() end

local breaks = { SoftBreak = true, LineBreak = true }

-- Marks a division with the attribute `kept`, because `filter.lua` unwraps all other divisions.
local function kept(content, class) return pandoc.Div(content, { class = class, kept = 'true' }) end

local function written(kind, title, content)
  local is_standard = text.of_inlines(title):lower() == kind
  local bold_title = pandoc.Para({ pandoc.Strong(title) })
  -- Directives in reStructuredText have no titles.
  if FORMAT == 'rst' then return kept(is_standard and content or List({ bold_title }) .. content, kind) end
  if native[FORMAT] then
    return kept(List({ kept({ pandoc.Para(title) }, 'title') }) .. content, kind)
  end
  if FORMAT:match('^html') or FORMAT:match('^epub') then
    local head = pandoc.Div({ pandoc.Plain(title) }, { class = 'markdown-alert-title' })
    return pandoc.Div(List({ head }) .. content, { class = 'markdown-alert markdown-alert-' .. kind })
  end
  if FORMAT == 'gfm' and is_standard then
    local mark = List({ pandoc.RawInline('gfm', '[!' .. kind:upper() .. ']\n') })
    local first = content[1]
    if first and (first.t == 'Para' or first.t == 'Plain') then
      return pandoc.BlockQuote(List({ pandoc.Para(mark .. first.content) }) .. List({ table.unpack(content, 2) }))
    end
    return pandoc.BlockQuote(List({ pandoc.Para(mark) }) .. content)
  end
  local titled = List({ bold_title }) .. content
  return pandoc.BlockQuote(boxes.raw_format and boxes.marked(pandoc.RawBlock, 'alert', kind, titled) or titled)
end

-- Returns two lists of inlines: the first line of a paragraph, and its other lines.
local function first_line(paragraph)
  for n, inline in ipairs(paragraph.content) do
    if breaks[inline.t] then
      return List({ table.unpack(paragraph.content, 1, n - 1) }), List({ table.unpack(paragraph.content, n + 1) })
    end
  end
  return List(paragraph.content), List()
end

-- Returns the kind and the title of a GitHub alert. A GitHub alert is a quotation that begins with a line such as
-- `[!WARNING]`. Some programs add a title after `[!WARNING]`.
local function marked_kind(line)
  local name, fold, title = text.of_inlines(line):match('^%[!(%a+)%]([+-]?)%s*(.*)$')
  if not name or fold == '' and title ~= '' and not kinds[name:lower()] then return nil end
  return kinds[name:lower()] or 'note', title ~= '' and title or capitalized(name)
end

-- Returns the kind and the title if a line consists of a bold name, such as "Note". A bold name was GitHub's first
-- notation for alerts. The function `written` also uses a bold name for targets without another notation.
local function titled_kind(line)
  local title = #line == 1 and line[1].t == 'Strong' and text.of_inlines(line[1].content)
  local kind = title and title:lower()
  if kind and kinds[kind] == kind and title == capitalized(kind) then return kind, title end
end

-- Splits a quotation into alerts. In word-processing documents, nothing separates adjacent quotations, so each title in
-- a quotation begins an alert.
local function of_quote(quote)
  local alerts = List()
  for n, block in ipairs(quote.content) do
    local kind, title, line, rest
    if block.t == 'Para' or block.t == 'Plain' then
      line, rest = first_line(block)
      kind, title = titled_kind(line)
      if n == 1 and not kind then kind, title = marked_kind(line) end
    end
    if n == 1 and not kind then return nil end
    if kind then
      alerts:insert({ kind = kind, title = title, content = #rest > 0 and List({ pandoc.Para(rest) }) or List() })
    else
      alerts[#alerts].content:insert(block)
    end
  end
  return alerts:map(function(alert) return written(alert.kind, { pandoc.Str(alert.title) }, alert.content) end)
end

local function has_class(block, class) return block and block.t == 'Div' and block.classes:includes(class) end

-- Converts an admonition in Asciidoctor's HTML: a table with an icon or a title in the first cell and the text in the
-- second. Returns nil if the division contains no such table.
local function of_asciidoctor(div, kind, name)
  local grid = div.content[1]
  local row = grid and grid.t == 'Table' and grid.bodies[1] and grid.bodies[1].body[1]
  if not row or #row.cells ~= 2 then return nil end
  local title, content = row.cells[1].contents, List(row.cells[2].contents)
  local words = text.of_blocks(title)
  return written(kind, { pandoc.Str(words ~= '' and words or capitalized(name)) }, content)
end

local function of_div(div)
  local is_block = div.classes:includes('admonitionblock')
  -- On GitHub's and Sphinx's pages, the first paragraph is the title.
  local is_alert = div.classes:includes('markdown-alert') or div.classes:includes('admonition')
  for _, class in ipairs(div.classes) do
    local name = class:gsub('^markdown%-alert%-', '')
    local kind = kinds[name]
    if kind and is_block then return of_asciidoctor(div, kind, name) end
    local first = div.content[1]
    if kind and (has_class(first, 'title') or has_class(first, 'markdown-alert-title') or is_alert) then
      local head = first and (first.t == 'Div' and first.content[1] or first)
      local title = head and head.content and text.of_blocks({ head }) or ''
      local content = List({ table.unpack(div.content, 2) })
      return written(kind, { pandoc.Str(title ~= '' and title or capitalized(name)) }, content)
    end
  end
end

return { { BlockQuote = of_quote, Div = of_div } }
