"""What the archive host is made of: entries, the rules they must pass, and one reader or writer a tool."""
