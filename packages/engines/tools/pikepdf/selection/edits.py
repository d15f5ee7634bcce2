"""Records members of dictionaries before they are changed, to restore them later."""
from engines.shared.pdf.objects import get, has_members


class Edits:
    def __init__(self):
        self._recorded: list[tuple] = []

    def record(self, holder, *keys: str) -> None:
        """Records the current values of `keys`. Call this before each change of `holder`, which may be missing."""
        if has_members(holder):
            self._recorded += [(holder, key, get(holder, key)) for key in keys]

    def undo(self) -> None:
        """Restores all recorded values, the latest first."""
        for holder, key, value in reversed(self._recorded):
            if value is not None:
                holder[key] = value
            elif key in holder:
                del holder[key]
        self._recorded.clear()
