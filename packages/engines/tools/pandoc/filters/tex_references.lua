-- Writes the numbers of LaTeX references and citations, which `tex_numbers.py` has stored in the file
-- `references.json`.

local folder = PANDOC_STATE.resource_path[1] or '.'

local function read_numbers()
  local file = io.open(folder .. '/references.json', 'rb')
  if not file then return { labels = {}, citations = {} } end
  local text = file:read('a')
  file:close()
  -- Reads the JSON with patterns, because pandoc 2.17 has no JSON parser for filters. The JSON is an object with the
  -- members `labels` and `citations`. `labels` and `citations` are objects that contain only strings.
  local numbers = { labels = {}, citations = {} }
  for kind, values in text:gmatch('"(%a+)": (%b{})') do
    for key, value in values:gmatch('"(.-)": "(.-)"[,}]') do numbers[kind][key] = value end
  end
  return numbers
end

local numbers = read_numbers()

-- Words that LaTeX packages put before a number, by the usual prefix of the label.
local names = { sec = 'section', fig = 'Figure', tab = 'Table', eq = 'Equation', thm = 'Theorem' }

-- Writers that write working links to the headings of a document.
local links = { json = true, html = true, html4 = true, gfm = true, latex = true, rst = true, docbook5 = true, muse = true, org = true,
  textile = true, mediawiki = true, dokuwiki = true, jats = true, tei = true, epub = true, fb2 = true, typst = true, icml = true }

local headings = {}

local function collect(document)
  pandoc.walk_block(pandoc.Div(document.blocks), { Header = function(header) headings[header.identifier] = true end })
end

local function reference(link)
  local kind, key = link.attributes['reference-type'], link.attributes.reference
  if not kind then return nil end
  local shown = {}
  for label in key:gmatch('[^,]+') do
    local number = numbers.labels[label:match('^%s*(.-)%s*$')] or '??'
    if kind == 'eqref' then number = '(' .. number .. ')' end
    if kind:match('^autoref') or kind:match('^ref%+label') then
      local name = names[label:match('^%s*(%a+):') or '']
      if name then number = name .. '\u{a0}' .. number end
    end
    shown[#shown + 1] = number
  end
  link.content = { pandoc.Str(table.concat(shown, ', ')) }
  link.attr = pandoc.Attr()
  -- Headings can be link targets, but equations and theorems cannot be link targets.
  return links[FORMAT] and headings[key] and link or link.content
end

-- Splits natbib's labels: `Knuth(1984)` is an author and a year.
local function parts_of(label)
  local author, year = label:match('^{?(.-)}?%((%d%d%d%d%a?)%)')
  return author, year
end

-- Returns the bracketed text. Markdown needs no escapes, but in Textile the brackets would begin a footnote.
local function bracketed(text)
  if FORMAT == 'gfm' then return pandoc.RawInline('gfm', text) end
  if FORMAT == 'textile' then return pandoc.RawInline('textile', text:gsub('%[', '&#91;'):gsub('%]', '&#93;')) end
  return pandoc.Str(text)
end

local function citation(cite)
  local shown, is_natural, in_text = {}, false, false
  local before, after = '', ''
  for n, one in ipairs(cite.citations) do
    local label = numbers.citations[one.id] or one.id
    local author, year = parts_of(label)
    in_text = in_text or one.mode == 'AuthorInText'
    if n == 1 then before = pandoc.utils.stringify(one.prefix) end
    local suffix = pandoc.utils.stringify(one.suffix)
    if author then
      is_natural = true
      if one.mode == 'AuthorInText' then
        shown[#shown + 1] = author .. ' (' .. year .. (suffix ~= '' and ', ' .. suffix or '') .. ')'
      else
        shown[#shown + 1] = author .. ', ' .. year .. (suffix ~= '' and ', ' .. suffix or '')
      end
    else
      shown[#shown + 1] = label
      after = suffix
    end
  end
  local raw = cite.content[1]
  if raw and raw.text and raw.text:match('^\\nocite') then return {} end
  local text = table.concat(shown, is_natural and '; ' or ', ')
  if before ~= '' then text = before .. ' ' .. text end
  if is_natural then return pandoc.Str(in_text and text or '(' .. text .. ')') end
  if after ~= '' then text = text .. ', ' .. after end
  text = '[' .. text .. ']'
  if text:match('^%[[%w ,.+\u{a0}-]+%]$') then return bracketed(text) end
  return pandoc.Str(text)
end

-- Writes the number at the beginning of a bibliography entry without escapes.
local function paragraph(block)
  local first = block.content[1]
  local label = first and first.t == 'Str' and first.text:match('^%[%w+%]$')
  if not label then return nil end
  block.content[1] = bracketed(label)
  return block
end

-- Removes the identifiers of headings in ms and Texinfo, because some programs print them.
local function heading(header)
  if FORMAT ~= 'ms' and FORMAT ~= 'texinfo' then return nil end
  header.identifier = ''
  return header
end

-- Removes the caption `image`, which pandoc gives to a picture without a caption.
local function picture(image)
  if pandoc.utils.stringify(image.caption) ~= 'image' then return nil end
  image.caption = {}
  return image
end

return { { Pandoc = collect }, { Header = heading, Image = picture, Link = reference, Cite = citation, Para = paragraph } }
