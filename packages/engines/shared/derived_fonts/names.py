"""Defines the files and names of the derived fonts. Imports no modules, because runners need the names without
fontTools."""

# Folder of the derived fonts in the sandbox (`sandbox-paths.ts`).
FOLDER = '/app/fonts'

NOTO_CJK = '/usr/share/fonts/opentype/noto/Noto{kind}CJK-{weight}.ttc'
COLOUR_EMOJI_FAMILY = 'Noto Color Emoji'
COLOUR_EMOJI = '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'
# The emoji font needs another name, because the licence of the source font reserves the original name.
EMOJI_FAMILY = 'Protean Emoji'
EMOJI_POSTSCRIPT_NAME = 'ProteanEmoji'
EMOJI_FILE = f'emoji/{EMOJI_POSTSCRIPT_NAME}.ttf'
# A font with the glyphs of the emoji font, but with private code points that no text font contains.
PRIVATE_EMOJI_FAMILY = 'Protean Private Emoji'
PRIVATE_EMOJI_POSTSCRIPT_NAME = 'ProteanPrivateEmoji'
PRIVATE_EMOJI_FILE = f'private-emoji/{PRIVATE_EMOJI_POSTSCRIPT_NAME}.ttf'

# Folder of the faces, and file with their fontconfig rules.
FACES = 'faces'
FACE_RULES = 'faces.conf'
