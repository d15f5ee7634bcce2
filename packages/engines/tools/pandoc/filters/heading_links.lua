-- Sets the identifiers of headings to their titles, and adapts links to the headings. This filter is used for Jupyter,
-- which derives identifiers from titles, and for Texinfo, which prints identifiers.

local text = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'parts/text.lua')

-- Returns the identifier that Jupyter would give the heading. If the target is Texinfo, also removes special
-- characters and makes the identifier unique, because Texinfo prints identifiers.
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
