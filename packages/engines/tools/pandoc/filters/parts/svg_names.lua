-- Restores the case of SVG names such as `linearGradient` in pictures that pandoc's HTML reader makes of drawings in
-- the markup. The reader writes all names in lower case, which SVG renderers do not recognize.

local pictures = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'parts/pictures.lua')

-- All element and attribute names that the parser of the HTML standard restores.
local names = [[
  altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix feComponentTransfer
  feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
  feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence foreignObject glyphRef linearGradient radialGradient textPath
  attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits
  gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle
  markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform
  patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur
  requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles
  surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan
]]
local spelled = {}
for name in names:gmatch('%S+') do spelled[name:lower()] = name end

local function restored(svg)
  return (svg:gsub('(</?)(%a+)', function(mark, name) return mark .. (spelled[name] or name) end)
    :gsub('(%s)(%a+)(=")', function(space, name, mark) return space .. (spelled[name] or name) .. mark end))
end

return {
  Image = function(image)
    if not image.src:match('^data:image/svg%+xml;base64,') then return nil end
    local _, svg = pictures.data(image)
    image.src = 'data:image/svg+xml;base64,' .. pictures.base64(restored(svg))
    return image
  end,
}
