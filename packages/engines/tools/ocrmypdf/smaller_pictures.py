"""OCRmyPDF plugin that shrinks the picture of a page before text recognition."""
import ocrmypdf

# An A4 page at 400 dpi has 15 million pixels. Recognizing a page with more pixels would take longer and would not make
# letters clearer.
MAX_PIXELS = 16_000_000


@ocrmypdf.hookimpl
def filter_ocr_image(page, image):  # noqa: ARG001 (OCRmyPDF passes arguments by name)
    """Returns the picture with at most MAX_PIXELS. The resolution of the picture is reduced by the same factor, which
    keeps the recognized text in place on the page."""
    share = (MAX_PIXELS / (image.width * image.height)) ** 0.5
    if share >= 1:
        return image
    size = (max(1, int(image.width * share)), max(1, int(image.height * share)))
    # Black and white pictures become gray, so that thin strokes remain.
    smaller = (image.convert('L') if image.mode == '1' else image).resize(size, reducing_gap=2.0)
    across, down = image.info.get('dpi', (300, 300))
    smaller.info['dpi'] = (across * size[0] / image.width, down * size[1] / image.height)
    return smaller
