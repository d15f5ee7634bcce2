-- Replaces Mermaid diagrams by pictures that the program DIAGRAMS draws. Diagrams that it cannot draw stay code, as do all
-- diagrams if DIAGRAMS is not set.

local folder = PANDOC_STATE.resource_path[1] or '.'

local function is_diagram(block) return block.classes:includes('mermaid') or block.classes:includes('language-mermaid') end

local function picture(number)
  local name = ('picture-diagram%d.svg'):format(number)
  local file = io.open(folder .. '/' .. name, 'rb')
  if not file then return nil end
  file:close()
  -- Slides would show the alternative text as a caption.
  local alternative = FORMAT == 'pptx' and {} or { pandoc.Str('Diagram') }
  return pandoc.Para({ pandoc.Image(alternative, name, '', { class = 'mermaid-diagram' }) })
end

local function draw(document)
  local sources = {}
  document:walk({
    CodeBlock = function(block)
      if is_diagram(block) then sources[#sources + 1] = block.text:gsub('%z', '') end
    end,
  })
  if #sources == 0 then return nil end
  local program, runner = os.getenv('DIAGRAMS'):match('^(%S+) (%S+)$')
  pandoc.pipe(program, { runner, folder }, table.concat(sources, '\0'))
  local count = 0
  return document:walk({
    CodeBlock = function(block)
      if not is_diagram(block) then return nil end
      count = count + 1
      return picture(count)
    end,
  })
end

return os.getenv('DIAGRAMS') and { { Pandoc = draw } } or {}
