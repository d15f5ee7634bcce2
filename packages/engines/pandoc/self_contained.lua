-- Leaves nothing in a document that names a file, for writers that would go and fetch it: pandoc's own sandbox, in which
-- it was read, cannot hold them.

local pictures = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'pictures.lua')

local function set(words)
  local all = {}
  for word in words:gmatch('%S+') do all[word] = true end
  return all
end

-- Metadata that is text to every template; all else may be a file to one of them.
local texts = set([[
  title subtitle author date lang dir abstract abstract-title keywords description subject category creator contributor
  publisher rights identifier type format relation coverage source institute affiliation email copyright license journal
  article tags thanks section header footer volume toc-title references jupyter ibooks belongs-to-collection
  group-position page-progression-direction accessModes accessibilityFeatures accessibilityHazards accessibilitySummary
]])

-- Attributes of elements, likewise.
local looks = set('width height lang dir custom-style start startFrom start-from role epub:type title style')

local function fetches(name, value)
  return not looks[name] or name == 'style' and value:lower():match('url') or value:match('\\')
end

local function settle(element)
  local kept = {}
  for name, value in pairs(element.attributes) do
    if not fetches(name, value) then kept[#kept + 1] = { name, value } end
  end
  element.attr = pandoc.Attr(element.identifier, element.classes, kept)
  return element
end

local function understood(raw)
  return raw.format:match('^html') and pandoc.read(raw.text, 'html').blocks or nil
end

return {
  -- Raw HTML first: what it says may be pictures.
  {
    RawBlock = understood,
    RawInline = function(raw)
      local blocks = understood(raw)
      return blocks and pandoc.utils.blocks_to_inlines(blocks)
    end,
  },
  {
    Image = function(image)
      local link = pictures.data_link(image)
      if not link then return pictures.in_words(image) end
      image.src = link
      return settle(image)
    end,
    RawBlock = function() return {} end,
    RawInline = function() return {} end,
    Header = settle, CodeBlock = settle, Code = settle, Div = settle, Span = settle, Link = settle,
    Meta = function(meta)
      for name in pairs(meta) do
        if not texts[name] then meta[name] = nil end
      end
      return meta
    end,
  },
}
