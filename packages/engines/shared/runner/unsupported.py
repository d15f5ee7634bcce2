"""Ends a runner if its file is valid but uses a feature that no engine supports."""
import sys


def unsupported(feature):
    """Ends the runner. `feature` is the missing feature, for example `png compression 3`. The server removes characters
    that messages must not contain."""
    plain = ' '.join(str(feature).split())
    sys.exit(f'protean-reason: unsupported_feature {plain[:200]}')
