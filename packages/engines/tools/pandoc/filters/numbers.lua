-- Gives lists the numbers that the source displays. A number is written in the target's list syntax if this syntax
-- produces the number that the source displays, otherwise as text. word/labels.py and generated_content.py enclose
-- numbers in characters that do not occur in text.

local BEGIN, SEPARATOR, GAP, END = '\u{fdd0}', '\u{fdd3}', '\u{fdd2}', '\u{fdd1}'

local PERIOD, ALL = { Period = true }, { Period = true, OneParen = true, TwoParens = true }
local BOTH = { Period = true, OneParen = true }
local any_style = { Decimal = true, LowerAlpha = true, UpperAlpha = true, LowerRoman = true, UpperRoman = true }
local decimal = { Decimal = true }
local lettered = { Decimal = true, LowerAlpha = true, UpperAlpha = true }

-- Features of lists that each writer supports. `starts` states whether lists can begin with a number other than 1.
local complete = { styles = any_style, delimiters = ALL, starts = true }
local styled = { styles = any_style, delimiters = PERIOD, starts = true }
local usual = { styles = decimal, delimiters = PERIOD, starts = true }
local commonmark = { styles = decimal, delimiters = BOTH, starts = true }
local plainest = { styles = decimal, delimiters = PERIOD, starts = false }
local abilities = {
  json = complete, plain = complete, rst = complete, latex = complete, jats = complete, man = complete, ms = complete, docx = complete,
  odt = complete, pptx = complete, rtf = complete, fb2 = complete,
  html = styled, html4 = styled, asciidoctor = styled, docbook5 = styled, muse = styled, epub = styled, epub3 = styled,
  tei = styled, icml = styled, typst = styled,
  texinfo = { styles = lettered, delimiters = PERIOD, starts = true },
  gfm = commonmark, org = commonmark,
  jira = plainest, ipynb = plainest, opml = plainest, dokuwiki = plainest,
}
local ability = abilities[FORMAT] or usual

-- Writers that write numbers as text of list items. The style sheet in header.html hides the bullets of list items
-- whose text begins with the number.
local hides_bullets = { html = true, html4 = true }

-- Returns the label at the beginning of a paragraph: its text, and the style, delimiter and number of the list item
-- that the label would begin.
local function label_of(block)
  local first = block and (block.t == 'Para' or block.t == 'Plain') and block.content[1]
  while first and first.content and first.t ~= 'Note' do first = first.content[1] end
  if not first or first.t ~= 'Str' then return nil end
  local text, style, delimiter, number = first.text:match(
    '^' .. BEGIN .. '(.-)' .. SEPARATOR .. '(%a*)' .. SEPARATOR .. '(%a*)' .. SEPARATOR .. '(%-?%d+)' .. END)
  return text and { text = text, style = style, delimiter = delimiter, number = tonumber(number) }
end

-- Returns whether a list in the target can number its items with exactly the given labels. The labels must have the
-- same style and delimiter, and consecutive numbers.
local function is_native(labels, count)
  local first = labels[1]
  if not first or not ability.styles[first.style] or not ability.delimiters[first.delimiter] then return false end
  if first.number < 0 or first.number ~= 1 and not ability.starts then return false end
  for n = 1, count do
    local label = labels[n]
    if not label or label.style ~= first.style or label.delimiter ~= first.delimiter then return false end
    if label.number ~= first.number + n - 1 then return false end
  end
  return true
end

local marked = BEGIN .. '(.-)' .. SEPARATOR .. '.-' .. END

local function without_label(block)
  return pandoc.walk_block(block, { Str = function(str)
    local text, count = str.text:gsub(marked, '')
    if count > 0 then return text == '' and {} or pandoc.Str(text) end
  end })
end

-- Returns a label as text. In GitHub Markdown, a label such as `(a)` needs no backslash, although pandoc's writer
-- would add one for other Markdown readers. In reStructuredText, a label gets a backslash, because `01.` would be
-- read as list number 1.
local function unescaped(word)
  if FORMAT == 'rst' and word:match('^%(?%w+[.)]$') then return pandoc.RawInline('rst', '\\' .. word) end
  local is_safe = FORMAT == 'gfm' and word:match('^%(?%w+[.)]$') and not word:match('^%d+[.)]$')
  return is_safe and pandoc.RawInline('gfm', word) or pandoc.Str(word)
end

-- Returns the text with its labels unescaped, and with spaces as separate elements.
local function with_text(str)
  if not str.text:find(BEGIN, 1, true) then return nil end
  local inlines = pandoc.List()
  for word, gap in (str.text:gsub(marked, '%1'):gsub(GAP, '\1') .. '\2'):gmatch('([^\1\2]*)([\1\2])') do
    if word ~= '' then inlines:insert(unescaped(word)) end
    if gap == '\1' then inlines:insert(pandoc.Space()) end
  end
  return inlines
end

-- Unwraps list items that pandoc mistakes for quotations because they have a separate indent.
local function unquoted(item)
  local first = item[1]
  if not first or first.t ~= 'BlockQuote' or not label_of(first.content[1]) then return item end
  local blocks = pandoc.List(first.content)
  for n = 2, #item do blocks:insert(item[n]) end
  return blocks
end

local function numbered(list)
  list.content = list.content:map(unquoted)
  local labels, count = {}, #list.content
  local has_any = false
  for n, item in ipairs(list.content) do
    labels[n] = label_of(item[1])
    has_any = has_any or labels[n] ~= nil
  end
  if not has_any then return nil end
  if is_native(labels, count) then
    local items = list.content:map(function(item)
      item[1] = without_label(item[1])
      return item
    end)
    return pandoc.OrderedList(items, pandoc.ListAttributes(labels[1].number, labels[1].style, labels[1].delimiter))
  end
  local bullets = pandoc.BulletList(list.content)
  return hides_bullets[FORMAT] and pandoc.Div({ bullets }, { class = 'numbered' }) or bullets
end

-- Returns a number as letters: `a` to `z`, then `aa`, `ab` and so on.
local function letters_of(number)
  local text = ''
  while number > 0 do
    number = number - 1
    text = string.char(97 + number % 26) .. text
    number = number // 26
  end
  return text
end

local roman = { { 1000, 'm' }, { 900, 'cm' }, { 500, 'd' }, { 400, 'cd' }, { 100, 'c' }, { 90, 'xc' }, { 50, 'l' }, { 40, 'xl' },
  { 10, 'x' }, { 9, 'ix' }, { 5, 'v' }, { 4, 'iv' }, { 1, 'i' } }

local function roman_of(number)
  local text = ''
  for _, pair in ipairs(roman) do
    while number >= pair[1] do text, number = text .. pair[2], number - pair[1] end
  end
  return text
end

local written = {
  LowerAlpha = letters_of, LowerRoman = roman_of,
  UpperAlpha = function(number) return letters_of(number):upper() end,
  UpperRoman = function(number) return roman_of(number):upper() end,
}
local enclosed = { OneParen = '%s)', TwoParens = '(%s)' }

-- Converts list numbers that the target does not support into text of the items.
local function as_text(list)
  local start, style, delimiter = list.start, tostring(list.style), tostring(list.delimiter)
  -- A list without a number style gets decimal numbers. pandoc's example lists also get decimal numbers, with
  -- a period as on web pages.
  if not any_style[style] then style = 'Decimal' end
  if ability.styles[style] and (start == 1 or ability.starts and start >= 0) then return nil end
  local write = start > 0 and written[style] or tostring
  local items = list.content
  for n, item in ipairs(items) do
    local label = (enclosed[delimiter] or '%s.'):format(write(start + n - 1))
    local first = item[1]
    if first and (first.t == 'Para' or first.t == 'Plain') then
      first.content = pandoc.List({ unescaped(label), pandoc.Space() }) .. first.content
    else
      item:insert(1, pandoc.Plain({ unescaped(label) }))
    end
  end
  return pandoc.BulletList(items)
end

-- Removes the class `list-paragraph` from headings, because pandoc would treat headings of this class without a number
-- as parts of a list.
local function without_class(header)
  header.classes = header.classes:filter(function(class) return class ~= 'list-paragraph' end)
  return header
end

local function with_numbers(doc)
  local name = doc.meta['numbers']
  local found = name and io.open(pandoc.utils.stringify(name), 'r')
  doc.meta['numbers'] = nil
  local blocks = pandoc.Div(doc.blocks)
  if found then
    found:close()
    blocks = pandoc.walk_block(blocks, { OrderedList = numbered, BulletList = numbered })
    blocks = pandoc.walk_block(blocks, { Str = with_text, Header = without_class })
  end
  doc.blocks = pandoc.walk_block(blocks, { OrderedList = as_text }).content
  return doc
end

return { { Pandoc = with_numbers } }
