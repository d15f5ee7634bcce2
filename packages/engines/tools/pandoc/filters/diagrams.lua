-- Replaces Mermaid diagrams with pictures that the program DIAGRAMS draws. Diagrams that the program cannot draw stay
-- code. If DIAGRAMS is not set, all diagrams stay code.

local folder = PANDOC_STATE.resource_path[1] or '.'

local function is_diagram(block) return block.classes:includes('mermaid') or block.classes:includes('language-mermaid') end

-- Formats that cannot contain SVG.
local needs_pixels = { rtf = true, fb2 = true }
-- Text width of an A4 page in CSS pixels, and scale factor for printing.
local widest, enlargement = 640, 2

local function as_png(name)
  local svg = folder .. '/' .. name
  local png = name:gsub('svg$', 'png')
  pandoc.pipe('rsvg-convert', { '--zoom=' .. enlargement, '--output=' .. folder .. '/' .. png, svg }, '')
  return png
end

local function picture(number)
  local name = ('picture-diagram%d.svg'):format(number)
  local file = io.open(folder .. '/' .. name, 'rb')
  if not file then return nil end
  local svg = file:read('a')
  file:close()
  local width = tonumber(svg:sub(1, 4096):match('<svg [^>]-%f[%w]width="(%d+)"'))
  -- LibreOffice and older versions of Word show the PNG copy of an SVG. pandoc adds a PNG copy only to an SVG that is
  -- in pandoc's media bag.
  if FORMAT == 'docx' then pandoc.mediabag.insert(name, 'image/svg+xml', svg) end
  local attributes = { class = 'mermaid-diagram' }
  if needs_pixels[FORMAT] then
    name = as_png(name)
    attributes.width = width and math.min(width, widest) .. 'px'
  end
  -- On slides, the alternative text would be shown as a caption.
  local alternative = FORMAT == 'pptx' and {} or { pandoc.Str('Diagram') }
  return pandoc.Para({ pandoc.Image(alternative, name, '', attributes) })
end

-- Parses a diagram in raw HTML, because for HTML targets no earlier filter parses raw HTML.
local function parsed(raw)
  if raw.format ~= 'html' or not raw.text:match('^%s*<pre[^>]*%f[%w]mermaid%f[%W]') then return nil end
  local blocks = pandoc.read(raw.text, 'html').blocks
  return #blocks == 1 and blocks[1].t == 'CodeBlock' and blocks[1] or nil
end

local function draw(document)
  local sources = {}
  document = document:walk({ RawBlock = parsed })
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
