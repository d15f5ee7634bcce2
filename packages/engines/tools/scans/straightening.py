"""Measures the angle by which the lines of a scanned page are tilted."""
from PIL import Image

# Largest angle that is corrected, in degrees. Scanners tilt pages by a smaller angle.
LARGEST = 7.0
# Angles smaller than SMALLEST degrees are not visible.
SMALLEST = 0.15
# Width of the picture in which the angle is measured.
WIDTH = 800


def angle_of(gray) -> float:
    """Returns the counter-clockwise angle in degrees that straightens the picture. In the straightened picture, text
    lines are horizontal, so the differences between neighbouring rows are largest."""
    small = gray.resize((WIDTH, max(1, gray.height * WIDTH // gray.width)), Image.Resampling.BOX)
    dark = small.point(lambda value: 255 - value)
    # Cuts off the edges of the paper, because an edge could be mistaken for a line of text.
    margin = WIDTH // 20
    dark = dark.crop((margin, margin, dark.width - margin, max(margin + 1, dark.height - margin)))
    best = max(steps(-LARGEST, LARGEST, 0.5), key=lambda angle: sharpness(dark, angle))
    best = max(steps(best - 0.5, best + 0.5, 0.1), key=lambda angle: sharpness(dark, angle))
    if abs(best) < SMALLEST or sharpness(dark, best) < 1.1 * sharpness(dark, 0):
        return 0.0
    return best


def steps(first: float, last: float, step: float) -> list[float]:
    return [first + n * step for n in range(round((last - first) / step) + 1)]


def sharpness(dark, angle: float) -> float:
    turned = dark.rotate(angle, Image.Resampling.BILINEAR) if angle else dark
    rows = list(turned.resize((1, turned.height), Image.Resampling.BOX, box=None).convert('F').getdata())
    return sum((one - other) ** 2 for one, other in zip(rows, rows[1:]))
