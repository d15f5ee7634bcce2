"""Connects ezdxf's output to a canvas. ezdxf before version 1.0 draws text through the backend, and later versions draw
text through a text pipeline."""
from ezdxf.addons.drawing import Frontend, RenderContext
from ezdxf.addons.drawing.backend import Backend
from ezdxf.addons.drawing.config import Configuration
from ezdxf.render import linetypes

from engines.tools.ezdxf.canvas import Canvas, TooMuch
from engines.tools.ezdxf.lettering import CAP_HEIGHT, DESCENT, X_HEIGHT, Lettering

try:
    from ezdxf.addons.drawing.config import ImagePolicy
    from ezdxf.addons.drawing.frontend import UniversalFrontend
    from ezdxf.addons.drawing.pipeline import RenderPipeline2d
    from ezdxf.fonts import fonts
except ImportError:
    ImagePolicy = UniversalFrontend = None
    RenderPipeline2d = object
    from ezdxf.tools import fonts

WHITE, BLACK = '#ffffff', '#000000'
# Maximum number of dashes per line. If a line had more dashes, the dashes would be too close together to be visible.
MAX_DASHES = 2_000
# Time limit for hatching one area, in seconds. Patterns that are incomplete at the time limit stay empty.
HATCHING = 5.0


def draw(drawing, layout, canvas: Canvas, lettering: Lettering) -> None:
    # ezdxf calls this function to lay out paragraphs.
    fonts.make_font = lambda name, cap_height, width_factor=1.0: LetteringFont(lettering, cap_height, width_factor)
    context = RenderContext(drawing)
    # Draws for a white page, so white becomes black. By default, the background would be the window colour of a CAD
    # program.
    context.set_current_layout(layout)
    context.current_layout_properties.set_colors(WHITE, BLACK)
    linetypes.LineTypeRenderer = BoundedDashes
    backend = CanvasBackend(canvas, lettering)
    settings = {'hatching_timeout': HATCHING}
    if UniversalFrontend:
        config = Configuration().with_changes(**settings, image_policy=ImagePolicy.RECT)
        frontend = Drawer(context, LetteringPipeline(backend), config)
    else:
        frontend = Drawer(context, backend, Configuration.defaults().with_changes(**settings))
    frontend.backend = backend
    frontend.draw_layout(layout, layout_properties=context.current_layout_properties)


def measurements(cap_height: float) -> fonts.FontMeasurements:
    return fonts.FontMeasurements(
        baseline=0.0,
        cap_height=cap_height,
        x_height=cap_height * X_HEIGHT / CAP_HEIGHT,
        descender_height=cap_height * DESCENT / CAP_HEIGHT,
    )


class BoundedDashes(linetypes.LineTypeRenderer):
    """If a line would have too many dashes, draws the line without dashes."""

    def __init__(self, dashes):
        super().__init__(dashes)
        self._length = sum(map(abs, dashes))

    def line_segment(self, start, end):
        if not self._length or (end - start).magnitude > self._length * MAX_DASHES:
            return ((start, end),)
        return super().line_segment(start, end)


class Drawer(UniversalFrontend or Frontend):
    """If a part cannot be drawn, such as a pattern that is too dense, omits the part and draws the rest. CAD programs
    also omit parts that they cannot draw."""

    backend: Backend

    def draw_entity(self, entity, properties) -> None:
        depth, parents = len(self.backend.entity_stack), len(self.parent_stack)
        try:
            super().draw_entity(entity, properties)
        except (TooMuch, RecursionError, MemoryError):
            raise
        except Exception as error:
            self.skip_entity(entity, str(error))
            del self.backend.entity_stack[depth:]
            del self.parent_stack[parents:]


class CanvasBackend(Backend):
    def __init__(self, canvas: Canvas, lettering: Lettering):
        super().__init__()
        self.canvas = canvas
        self.lettering = lettering

    def enter_entity(self, entity, properties) -> None:
        self.canvas.count()
        super().enter_entity(entity, properties)

    def set_background(self, color) -> None:
        pass

    def clear(self) -> None:
        pass

    def draw_point(self, pos, properties) -> None:
        self.canvas.dot((pos.x, pos.y), opaque(properties.color), properties.lineweight)

    def draw_line(self, start, end, properties) -> None:
        path = [('M', [(start.x, start.y)]), ('L', [(end.x, end.y)])]
        self.canvas.stroke(path, opaque(properties.color), properties.lineweight)

    def draw_path(self, path, properties) -> None:
        if len(path):
            self.canvas.stroke(commands_of(path), opaque(properties.color), properties.lineweight)

    def draw_filled_polygon(self, points, properties) -> None:
        vertices = points.vertices() if hasattr(points, 'vertices') else points
        corners = [(point.x, point.y) for point in vertices]
        if len(corners) > 2:
            self.canvas.fill([('M', corners[:1]), ('L', corners[1:]), ('Z', [])], opaque(properties.color))

    def draw_filled_paths(self, paths, *more) -> None:
        """Draws paths. In ezdxf versions before 1.0, the argument `more` contains the holes of the paths."""
        *holes, properties = more
        drawn = [command for path in (*paths, *(hole for group in holes for hole in group)) if len(path) for command in closed(path)]
        self.canvas.fill(drawn, opaque(properties.color))

    def draw_image(self, image_data, properties) -> None:
        pass

    def draw_text(self, text, transform, properties, cap_height) -> None:
        matrix = [*transform.transform_direction((1, 0, 0)).vec2, *transform.transform_direction((0, 1, 0)).vec2]
        place = transform.transform((0, 0, 0))
        self.canvas.text(text, (*matrix, place.x, place.y), opaque(properties.color), cap_height, self.lettering)

    def get_font_measurements(self, cap_height, font=None) -> fonts.FontMeasurements:
        return measurements(cap_height)

    def get_text_line_width(self, text, cap_height, font=None) -> float:
        return self.lettering.width(text, cap_height)


class LetteringFont:
    """Replaces a font of ezdxf to measure text."""

    def __init__(self, lettering: Lettering, cap_height: float, width_factor: float):
        self._lettering = lettering
        self._cap_height = cap_height
        self._width_factor = abs(width_factor)
        self.measurements = measurements(cap_height)

    def text_width(self, text: str) -> float:
        return self._lettering.width(text, self._cap_height) * self._width_factor

    def space_width(self) -> float:
        return self.text_width(' ')


class LetteringEngine:
    """Replaces the engine with which ezdxf 1.0 and later measures text."""

    def __init__(self, lettering: Lettering):
        self._lettering = lettering

    def get_font_measurements(self, font_face, cap_height=1.0) -> fonts.FontMeasurements:
        return measurements(cap_height)

    def get_text_line_width(self, text, font_face, cap_height=1.0) -> float:
        return self._lettering.width(text, cap_height)

    def is_stroke_font(self, font_face) -> bool:
        return False


class LetteringPipeline(RenderPipeline2d):
    """Draws text as text, not as outlines."""

    def __init__(self, backend: CanvasBackend):
        super().__init__(backend)
        self.text_engine = LetteringEngine(backend.lettering)

    def draw_text(self, text, transform, properties, cap_height, dxftype='TEXT') -> None:
        self.backend.draw_text(text, transform, self.get_backend_properties(properties), cap_height)


def commands_of(path) -> list:
    drawn = [('M', [(path.start.x, path.start.y)])]
    for command in path.commands():
        kind = command.type.name
        if kind == 'LINE_TO':
            drawn.append(('L', [(command.end.x, command.end.y)]))
        elif kind == 'CURVE3_TO':
            drawn.append(('Q', [(point.x, point.y) for point in (command.ctrl, command.end)]))
        elif kind == 'CURVE4_TO':
            drawn.append(('C', [(point.x, point.y) for point in (command.ctrl1, command.ctrl2, command.end)]))
        else:
            drawn.append(('M', [(command.end.x, command.end.y)]))
    return drawn


def closed(path) -> list:
    return [*commands_of(path), ('Z', [])]


def opaque(colour: str) -> str:
    """Returns the colour without its alpha digits, which follow the colour digits."""
    return colour[:7]
