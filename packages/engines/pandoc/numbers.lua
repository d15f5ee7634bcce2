-- Gives the lists of a Word document the numbers that the page shows: in the syntax of the target where that writes the same
-- number, else as text. runtime/word/labels.py encloses the numbers in characters that no text has.

local BEGIN, SEPARATOR, GAP, END = '\u{fdd0}', '\u{fdd3}', '\u{fdd2}', '\u{fdd1}'

local PERIOD, ALL = { Period = true }, { Period = true, OneParen = true, TwoParens = true }
local BOTH = { Period = true, OneParen = true }
local any_style = { Decimal = true, LowerAlpha = true, UpperAlpha = true, LowerRoman = true, UpperRoman = true }
local decimal = { Decimal = true }

-- What the lists of each writer can show. `starts` is whether they can begin with another number than 1.
local usual = { styles = decimal, delimiters = PERIOD, starts = true }
local complete = { styles = any_style, delimiters = ALL, starts = true }
local styled = { styles = any_style, delimiters = PERIOD, starts = true }
local commonmark = { styles = decimal, delimiters = BOTH, starts = true }
local plainest = { styles = decimal, delimiters = PERIOD, starts = false }
local abilities = {
  plain = complete, rst = complete, latex = complete, man = complete, ms = complete,
  html = styled, html4 = styled, asciidoctor = styled, docbook5 = styled, muse = styled,
  jats = { styles = any_style, delimiters = PERIOD, starts = false }, org = { styles = decimal, delimiters = BOTH, starts = false },
  gfm = commonmark, jira = plainest, ipynb = plainest, opml = plainest,
}
local ability = abilities[FORMAT] or usual

-- Writers whose pages hide the bullets of items with numbers of their own, by the style sheet in header.html.
local hides_bullets = { html = true, html4 = true }

-- The label at the beginning of a paragraph: its text, and the style, delimiter and number of a list that would show it.
local function label_of(block)
  local first = block and (block.t == 'Para' or block.t == 'Plain') and block.content[1]
  while first and first.content and first.t ~= 'Note' do first = first.content[1] end
  if not first or first.t ~= 'Str' then return nil end
  local text, style, delimiter, number = first.text:match(
    '^' .. BEGIN .. '(.-)' .. SEPARATOR .. '(%a*)' .. SEPARATOR .. '(%a*)' .. SEPARATOR .. '(%-?%d+)' .. END)
  return text and { text = text, style = style, delimiter = delimiter, number = tonumber(number) }
end

-- Whether a list of the target shows the labels of these items.
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

-- pandoc escapes these for other readers of Markdown.
local function unescaped(word)
  local is_safe = FORMAT == 'gfm' and word:match('^%(?%w+%)$') and not word:match('^%d+%)$')
  return is_safe and pandoc.RawInline('gfm', word) or pandoc.Str(word)
end

-- Labels as text: with spaces, which are other elements than words.
local function with_text(str)
  if not str.text:find(BEGIN, 1, true) then return nil end
  local inlines = pandoc.List()
  for word, gap in (str.text:gsub(marked, '%1'):gsub(GAP, '\1') .. '\2'):gmatch('([^\1\2]*)([\1\2])') do
    if word ~= '' then inlines:insert(unescaped(word)) end
    if gap == '\1' then inlines:insert(pandoc.Space()) end
  end
  return inlines
end

-- pandoc takes items with an indent of their own for quotations.
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

-- pandoc takes headings without their style's number for parts of a list.
local function without_class(header)
  header.classes = header.classes:filter(function(class) return class ~= 'list-paragraph' end)
  return header
end

local function with_numbers(doc)
  local found = io.open(pandoc.utils.stringify(doc.meta['numbers'] or ''), 'r')
  doc.meta['numbers'] = nil
  if not found then return doc end
  found:close()
  local blocks = pandoc.walk_block(pandoc.Div(doc.blocks), { OrderedList = numbered, BulletList = numbered })
  doc.blocks = pandoc.walk_block(blocks, { Str = with_text, Header = without_class }).content
  return doc
end

return { { Pandoc = with_numbers } }
