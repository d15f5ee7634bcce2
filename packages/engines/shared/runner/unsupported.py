"""Ends a runner whose file is sound and needs a feature that no engine here supports."""
import sys


def unsupported(feature):
    """`feature` names it: `png compression 3`. The server removes characters that do not belong into a message."""
    plain = ' '.join(str(feature).split())
    sys.exit(f'protean-reason: unsupported_feature {plain[:200]}')
