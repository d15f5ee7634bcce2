-- Reads the text of elements in linear time. `pandoc.utils.stringify` of pandoc 2.17 takes quadratic time for a long paragraph.

local spaces = { Space = true, SoftBreak = true, LineBreak = true }
local texts = { Str = true, Code = true, Math = true }
local quotes = { SingleQuote = { '‘', '’' }, DoubleQuote = { '“', '”' } }

-- Returns the text of inlines without their footnotes. `limit` is the number of bytes after which reading stops.
local function of_inlines(inlines, limit)
  local parts, size = {}, 0
  local function add_text(text)
    parts[#parts + 1] = text
    size = size + #text
  end
  local function add(elements)
    for _, inline in ipairs(elements) do
      if limit and size >= limit then return end
      local marks = inline.t == 'Quoted' and quotes[tostring(inline.quotetype)]
      if spaces[inline.t] then add_text(' ')
      elseif texts[inline.t] then add_text(inline.text)
      elseif marks then
        add_text(marks[1])
        add(inline.content)
        add_text(marks[2])
      elseif inline.t == 'Image' then add(inline.caption)
      elseif inline.t ~= 'Note' and inline.content then add(inline.content) end
    end
  end
  add(inlines)
  return table.concat(parts)
end

local function of_blocks(blocks) return of_inlines(pandoc.utils.blocks_to_inlines(blocks, {})) end

return { of_inlines = of_inlines, of_blocks = of_blocks }
