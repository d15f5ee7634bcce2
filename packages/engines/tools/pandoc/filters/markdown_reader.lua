-- Reads the format in the environment variable `MARKDOWN` and applies all filters, so that a single pandoc process
-- with one Lua state reads and writes. The filter `self_contained` removes all names of other files. For formats that
-- pack files, pandoc would otherwise search for these files before it runs its own filters.

PANDOC_SCRIPT_FILE = debug.getinfo(1, 'S').source:sub(2)
FORMAT = PANDOC_STATE.output_file:match('%w+$')

local apply = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'parts/apply.lua')

function Reader(input)
  local document = pandoc.read(tostring(input), os.getenv('MARKDOWN'))
  local names = pandoc.List({
    'raw_html', 'self_contained', 'diagrams', 'drawings', 'numbers', 'task_lists', 'code_blocks', 'admonitions', 'highlights', 'page_breaks',
    'nested_tables', 'filter',
  })
  if FORMAT == 'pptx' then names:insert('slides') end
  return apply(document, names)
end
