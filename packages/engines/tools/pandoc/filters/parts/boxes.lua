-- Marks parts of Word and OpenDocument texts for `runner_boxes.py`. This module also requests a run of
-- `runner_boxes.py`, which runs only if a filter requests a run.

local folder = PANDOC_STATE.resource_path[1] or '.'

-- The format of raw text in the target; nil for targets that are not texts of Word or OpenDocument.
local raw_format = ({ docx = 'openxml', odt = 'opendocument' })[FORMAT]

local function request()
  local file = io.open(folder .. '/has-boxes', 'wb')
  if file then file:close() end
end

-- `raw` is `pandoc.RawBlock` or `pandoc.RawInline`.
local function marked(raw, name, first, content)
  request()
  local function mark(word) return raw(raw_format, '<!--' .. name .. ' ' .. word .. '-->') end
  return pandoc.List({ mark(first) }) .. content .. pandoc.List({ mark('end') })
end

return { raw_format = raw_format, request = request, marked = marked }
