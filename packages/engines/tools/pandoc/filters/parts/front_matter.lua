-- Writes the metadata of a document and facts about its content as YAML.

local names = { { 'title', 'title' }, { 'subtitle', 'subtitle' }, { 'author', 'authors' }, { 'date', 'date' }, { 'dcterms.date', 'date' }, { 'lang', 'language' },
  { 'description', 'description' }, { 'keywords', 'keywords' } }
-- The title that is written for pages without a title.
local untitled = 'Untitled'

local function quoted(value)
  local plain = pandoc.utils.stringify(value):gsub('[%c]+', ' '):gsub('^%s+', ''):gsub('%s+$', '')
  return plain ~= '' and '"' .. plain:gsub('[\\"]', '\\%0') .. '"' or nil
end

local function is_list(value)
  return type(value) == 'table' and (value.t == 'MetaList' or pandoc.utils.type and pandoc.utils.type(value) == 'List')
end

local function line_of(name, value)
  if not is_list(value) then
    local one = quoted(value)
    return one and one ~= '"' .. untitled .. '"' and ('%s: %s'):format(name, one) or nil
  end
  local all = {}
  for _, one in ipairs(value) do all[#all + 1] = quoted(one) end
  return #all > 0 and ('%s: [%s]'):format(name, table.concat(all, ', ')) or nil
end

-- Counts the elements and words of the blocks. A string without letters and digits is not a word.
local function facts_of(blocks)
  local counts = { words = 0, headings = 0, tables = 0, pictures = 0 }
  local function count(name) return function() counts[name] = counts[name] + 1 end end
  local function word(one)
    -- Letters other than ASCII have UTF-8 bytes above 127.
    if one.text:find('[%w\128-\255]') then counts.words = counts.words + 1 end
  end
  pandoc.walk_block(pandoc.Div(blocks), {
    Header = count('headings'), Table = count('tables'), Image = count('pictures'), Str = word,
  })
  return counts
end

return function(meta, blocks)
  local lines = { '---' }
  local written = {}
  for _, pair in ipairs(names) do
    local value = not written[pair[2]] and meta[pair[1]]
    local line = value and line_of(pair[2], value)
    lines[#lines + 1] = line or nil
    written[pair[2]] = line and true
  end
  local facts = facts_of(blocks)
  for _, name in ipairs({ 'words', 'headings', 'tables', 'pictures' }) do lines[#lines + 1] = ('%s: %d'):format(name, facts[name]) end
  lines[#lines + 1] = '---'
  return pandoc.RawBlock('gfm', table.concat(lines, '\n') .. '\n')
end
