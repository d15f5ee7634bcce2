-- Removes all file names from a document, for writers that would load the files. Writers that load files cannot run in
-- pandoc's sandbox mode, in which the document was read.

local pictures = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'parts/pictures.lua')

local function set(words)
  local all = {}
  for word in words:gmatch('%S+') do all[word] = true end
  return all
end

-- Metadata fields that all templates treat as text. A template may treat any other metadata field as a file name.
local texts = set([[
  title subtitle author date lang dir abstract abstract-title keywords description subject category creator contributor
  publisher rights identifier type format relation coverage source institute affiliation email copyright license journal
  article tags thanks section header footer volume toc-title references jupyter ibooks belongs-to-collection
  group-position page-progression-direction accessModes accessibilityFeatures accessibilityHazards accessibilitySummary
]])

-- Attributes of elements that are never file names.
local safe_attributes = set('align width height lang dir custom-style start startFrom start-from role epub:type title style')

local function names_file(name, value)
  return not safe_attributes[name] or name == 'style' and value:lower():match('url') or value:match('\\')
end

local function without_file_names(element)
  local kept = {}
  for name, value in pairs(element.attributes) do
    if not names_file(name, value) then kept[#kept + 1] = { name, value } end
  end
  element.attr = pandoc.Attr(element.identifier, element.classes, kept)
  return element
end

local function parsed(raw)
  return raw.format:match('^html') and pandoc.read(raw.text, 'html').blocks or nil
end

return {
  -- Raw HTML is parsed before images are replaced, because raw HTML may contain images.
  {
    RawBlock = parsed,
    RawInline = function(raw)
      local blocks = parsed(raw)
      return blocks and pandoc.utils.blocks_to_inlines(blocks)
    end,
  },
  {
    Image = function(image)
      local name = pictures.file(image)
      if not name then return pictures.placeholder(image) end
      image.src = name
      return without_file_names(image)
    end,
    RawBlock = function() return {} end,
    RawInline = function() return {} end,
    Header = without_file_names, CodeBlock = without_file_names, Code = without_file_names, Div = without_file_names, Span = without_file_names, Link = without_file_names,
    Meta = function(meta)
      for name in pairs(meta) do
        if not texts[name] then meta[name] = nil end
      end
      return meta
    end,
  },
}
