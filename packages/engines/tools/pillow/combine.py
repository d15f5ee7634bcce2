"""Joins several GIF files into one file that shows them in sequence. The canvas is large enough for each of the
files."""
import json
import sys

from PIL import Image, ImageFile, ImageSequence

MAX_PIXELS = 100_000_000

# Default delay of a GIF with a single frame, in milliseconds.
STILL = 1000


def main():
    step = json.loads(sys.argv[1])
    Image.MAX_IMAGE_PIXELS = None
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    sizes = [size_of(name) for name in step['inputs']]
    canvas = tuple(map(max, zip(*((width, height) for width, height, _ in sizes))))
    if canvas[0] * canvas[1] * sum(frames for _, _, frames in sizes) > MAX_PIXELS:
        sys.stderr.write('protean-reason: too_many_pixels\n')
        sys.exit(1)
    frames, durations = [], []
    for name in step['inputs']:
        with Image.open(name, formats=['GIF']) as image:
            for frame in ImageSequence.Iterator(image):
                durations.append(frame.info.get('duration') or (STILL if image.n_frames == 1 else 100))
                frames.append(on_canvas(frame.convert('RGBA'), canvas))
    first, *others = frames
    first.save(step['output'], save_all=True, append_images=others, duration=durations, loop=0, disposal=2)


def size_of(name):
    with Image.open(name, formats=['GIF']) as image:
        return image.width, image.height, image.n_frames


def on_canvas(frame, size):
    """Returns the frame in the middle of a transparent canvas."""
    if frame.size == size:
        return frame
    whole = Image.new('RGBA', size, (0, 0, 0, 0))
    whole.paste(frame, ((size[0] - frame.width) // 2, (size[1] - frame.height) // 2))
    return whole


main()
