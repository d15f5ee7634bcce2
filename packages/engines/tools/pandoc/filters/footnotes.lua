-- Converts the notes at the end of a web page, and the links to them, to footnotes if roles or classes identify them.

local List = pandoc.List

local function holds_notes(div)
  if div.t ~= 'Div' then return false end
  if div.attributes.role == 'doc-endnotes' then return true end
  return div.classes:find_if(function(class) return class == 'footnotes' or class == 'footnote' end) ~= nil
end

local function leads_back(link)
  local role = link.attributes.role
  if role == 'doc-backlink' then return true end
  return link.classes:find_if(function(class) return class:match('^footnote%-back') or class:match('backref$') end) ~= nil
end

-- Removes spaces at the end of inlines, for which pandoc 2 has no function.
local function trimmed(inlines)
  while #inlines > 0 and (inlines[#inlines].t == 'Space' or inlines[#inlines].t == 'SoftBreak') do inlines:remove() end
  return inlines
end

local without_links_back = {
  Link = function(link) return leads_back(link) and {} or nil end,
  Para = function(block) block.content = trimmed(block.content) return block end,
  Plain = function(block) block.content = trimmed(block.content) return block end,
}

local function note_of(blocks)
  return pandoc.walk_block(pandoc.walk_block(pandoc.Div(blocks), without_links_back), without_links_back).content
end

-- pandoc moves the id of a list item to a division or a span within the item.
local function id_of(item)
  local first = item[1]
  if not first then return '' end
  if first.t == 'Div' then return first.identifier end
  local inline = first.content and first.content[1]
  return inline and inline.t == 'Span' and inline.identifier or ''
end

-- Collects the notes of a division by id. Each note is a list item or a separate division.
local function collect(div, notes)
  local function add(id, blocks) notes:insert({ id = id, blocks = note_of(blocks) }) end
  if div.identifier ~= '' and div.classes:includes('footnote') then return add(div.identifier, div.content) end
  for _, block in ipairs(div.content) do
    if block.t == 'OrderedList' or block.t == 'BulletList' then
      for _, item in ipairs(block.content) do add(id_of(item), item) end
    elseif block.t == 'Div' then add(block.identifier, block.content)
    elseif block.t ~= 'HorizontalRule' then add('', { block }) end
  end
end

-- Moves the notes of note divisions to `notes`, and returns the remaining blocks.
local function without_notes(blocks, notes)
  local kept = List()
  for _, block in ipairs(blocks) do
    local count = #notes
    if block.t == 'Div' and holds_notes(block) then collect(block, notes)
    elseif block.t == 'Div' then block.content = without_notes(block.content, notes) end
    if #notes == count or not holds_notes(block) then kept:insert(block) end
  end
  return kept
end

local function with_notes(doc)
  local notes, by_id, used = List(), {}, {}
  local kept = without_notes(doc.blocks, notes)
  if #notes == 0 then return nil end
  for _, one in ipairs(notes) do if one.id ~= '' then by_id[one.id] = one.blocks end end
  local body = pandoc.walk_block(pandoc.Div(kept), {
    Link = function(link)
      local id = link.target:match('^#(.+)$')
      if not id or not by_id[id] then return nil end
      used[id] = true
      return pandoc.Note(by_id[id])
    end,
  })
  -- Replaces a superscript that contains only a note with the note.
  body = pandoc.walk_block(body, {
    Superscript = function(mark) return #mark.content == 1 and mark.content[1].t == 'Note' and mark.content[1] or nil end,
  })
  doc.blocks = body.content
  -- Notes without a reference stay at the end of the document.
  for _, one in ipairs(notes) do if not used[one.id] then doc.blocks:extend(one.blocks) end end
  return doc
end

return { { Pandoc = with_notes } }
