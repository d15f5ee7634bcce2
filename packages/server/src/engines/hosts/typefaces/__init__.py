"""What the font host is made of: the wrapping of Embedded OpenType, outlines of the other kind, and bounds."""
