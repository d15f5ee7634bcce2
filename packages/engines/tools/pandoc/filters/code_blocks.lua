-- Reads the code blocks, and the parts of alerts, that `code_paragraphs.py` has marked. Marks the code blocks in docx
-- and odt for `runner_boxes.py`. pandoc joins adjacent blocks, drops their languages, and does not highlight code in
-- odt.

local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local boxes = dofile(here .. 'parts/boxes.lua')
local language_of = dofile(here .. 'parts/languages.lua')

local CODE, CODE_END, IN_ALERT = '\u{fdd4}', '\u{fdd5}', '\u{fdd6}'
local one_block = '^' .. CODE .. '(%w*)%-(%x*)' .. CODE_END .. '(.*)$'

local function code_of(paragraph)
  local only = #paragraph.content == 1 and paragraph.content[1]
  if not only or only.t ~= 'Str' then return nil end
  local language, digits, rest = only.text:match(one_block)
  if not language then return nil end
  local code = digits:gsub('%x%x', function(byte) return string.char(tonumber(byte, 16)) end)
  return pandoc.CodeBlock(code, pandoc.Attr('', language ~= '' and { language } or {}, rest == IN_ALERT and { alert = 'true' } or {}))
end

-- Returns whether a block, or any block in it, is marked as a part of an alert.
local function is_in_alert(block)
  local found = false
  pandoc.walk_block(pandoc.Div({ block }), {
    Str = function(str) found = found or str.text:find(IN_ALERT, 1, true) ~= nil end,
    CodeBlock = function(code) found = found or code.attributes.alert ~= nil end,
  })
  return found
end

local parts_of_alerts = { BulletList = true, OrderedList = true, CodeBlock = true }

-- Moves the marked blocks, and the quotation after them, into the preceding quotation, because together they are one
-- alert.
local function joined(blocks)
  local result, is_open = pandoc.List(), false
  for _, block in ipairs(blocks) do
    local last = result[#result]
    local is_part = parts_of_alerts[block.t] and is_in_alert(block)
    if last and last.t == 'BlockQuote' and (is_part or is_open and block.t == 'BlockQuote') then
      result[#result] = pandoc.BlockQuote(pandoc.List(last.content) .. (is_part and { block } or block.content))
      is_open = true
    else
      result:insert(block)
      is_open = false
    end
  end
  return result
end

local unmarked = {
  Str = function(str)
    if str.text:find(IN_ALERT, 1, true) then return pandoc.Str((str.text:gsub(IN_ALERT, ''))) end
  end,
  CodeBlock = function(code)
    code.attributes.alert = nil
    return code
  end,
}

local function read(document)
  local blocks = pandoc.walk_block(pandoc.Div(document.blocks), { Para = code_of, Plain = code_of })
  if is_in_alert(blocks) then blocks = pandoc.walk_block(pandoc.walk_block(blocks, { Blocks = joined }), unmarked) end
  document.blocks = blocks.content
  return document
end

local entities = { ['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;' }

-- Returns a line of pandoc's HTML without line numbers, with its tokens as OpenDocument spans.
local function open_document_line(line)
  local bare = line:gsub('^<span id="[^"]*">', ''):gsub('<a [^>]*></a>', '')
  if bare ~= line then bare = bare:gsub('</span>$', '') end
  return (bare:gsub('<span class="(%l+)">', '<text:span text:style-name="code-%1">'):gsub('</span>', '</text:span>'))
end

-- Encodes spaces, because OpenDocument collapses them.
local function with_spaces(line)
  return ('>' .. line .. '<'):gsub('>([^<>]+)', function(words)
    return '>' .. words:gsub('  +', function(spaces) return ('<text:s text:c="%d" />'):format(#spaces) end)
      :gsub('^ ', '<text:s />'):gsub('\t', '<text:tab />')
  end):sub(2, -2)
end

local function open_document_lines(block, language)
  local html = language ~= '' and pandoc.write(pandoc.Pandoc({ pandoc.CodeBlock(block.text, { class = language }) }), 'html') or ''
  local code = html:match('<code class="sourceCode[^>]*>(.*)</code>') or block.text:gsub('[&<>]', entities)
  local lines = {}
  for line in (code .. '\n'):gmatch('(.-)\n') do lines[#lines + 1] = with_spaces(open_document_line(line)) end
  return table.concat(lines, '<text:line-break />')
end

local function marked(block)
  local language = language_of(block)
  local content = block
  if language ~= '' then content = pandoc.CodeBlock(block.text, { class = language }) end
  if FORMAT == 'odt' then
    content = pandoc.RawBlock('opendocument', '<text:p text:style-name="code">' .. open_document_lines(block, language) .. '</text:p>')
  end
  return boxes.marked(pandoc.RawBlock, 'code', language ~= '' and language or 'none', pandoc.List({ content }))
end

local filters = pandoc.List({ { Pandoc = read } })
if boxes.raw_format then filters:insert({ CodeBlock = marked }) end
return filters
