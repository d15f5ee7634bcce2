-- Names headings after their titles and adapts links to them, for writers that derive names from titles or print names.

local text = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'parts/text.lua')

-- Returns the name that Jupyter gives a heading. For Texinfo, which prints names, makes the name unique.
local function name_of(header, used)
  local name = text.of_inlines(header.content):gsub('^%s+', ''):gsub('%s+$', ''):gsub('%s+', '-')
  if FORMAT == 'texinfo' then
    name = name:gsub('[.,:()@{}#]', '')
    local plain, count = name, 1
    while name == '' or used[name] do
      count = count + 1
      name = plain .. '-' .. count
    end
    used[name] = true
  end
  return name
end

local function named(doc)
  local names, used = {}, {}
  local blocks = pandoc.walk_block(pandoc.Div(doc.blocks), {
    Header = function(header)
      if header.identifier == '' then return nil end
      local name = name_of(header, used)
      names[header.identifier] = name
      header.identifier = name
      return header
    end,
  })
  doc.blocks = pandoc.walk_block(blocks, {
    Link = function(link)
      local name = names[link.target:match('^#(.+)$') or '']
      if not name then return nil end
      link.target = '#' .. name
      return link
    end,
  }).content
  return doc
end

return { { Pandoc = named } }
