/**
 * Defined before the program runs. What leads from Python to the engine around it is taken away
 * first; then the program sees its own names, the built-in ones and the standard library.
 */
export const RUNNER = `
import sys, io, os, ast, json, traceback, gc, linecache, math, builtins, random

def _make():
    class Stream(io.TextIOBase):
        def __init__(self, most):
            self.parts, self.left, self.cut = [], most, False
        def writable(self):
            return True
        def write(self, text):
            if not isinstance(text, str):
                raise TypeError('write() argument must be str')
            if len(text) > self.left:
                self.cut = True
            piece = text[:self.left]
            self.left -= len(piece)
            if piece:
                self.parts.append(piece)
            return len(text)

    def plain(value):
        if isinstance(value, float) and not math.isfinite(value):
            return repr(value)
        if isinstance(value, bool) or value is None or isinstance(value, (str, float)):
            return value
        if isinstance(value, int):
            return value if abs(value) <= 9007199254740991 else str(value)
        if isinstance(value, dict):
            return {str(key): plain(one) for key, one in value.items()}
        if isinstance(value, (list, tuple)):
            return [plain(one) for one in value]
        if isinstance(value, (set, frozenset)):
            return [plain(one) for one in sorted(value, key=repr)]
        return repr(value)

    def run(code, given, stream_max, result_max):
        out, errors = Stream(stream_max), Stream(stream_max)
        names = {'__name__': '__main__', '__builtins__': builtins}
        if given is not None:
            names['input'] = json.loads(given)
        linecache.cache['program.py'] = (len(code), None, code.splitlines(True), 'program.py')
        result, ok = None, True
        before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = out, errors
        try:
            tree = ast.parse(code, 'program.py')
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, 'program.py', 'exec'), names)
            value = None
            if last is not None:
                value = eval(compile(ast.Expression(last.value), 'program.py', 'eval'), names)
            if value is not None:
                result = json.dumps(plain(value))
                if len(result) > result_max:
                    ok, result = False, None
                    errors.cut = True
                    errors.write('The result is longer than %d characters.\\n' % result_max)
        except SystemExit as end:
            ok = end.code in (None, 0)
            if not ok:
                errors.write('exit: %r\\n' % (end.code,))
        except BaseException as error:
            ok = False
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            errors.write(''.join(traceback.format_exception(error)))
        finally:
            sys.stdout, sys.stderr = before
        return json.dumps([''.join(out.parts), ''.join(errors.parts), result, ok, out.cut or errors.cut])

    closed = {'js', 'pyodide_js', 'pyodide', '_pyodide', '_pyodide_core', 'ctypes', '_ctypes'}

    class Closed:
        def find_spec(self, name, path=None, target=None):
            if name.split('.')[0] in closed:
                raise ModuleNotFoundError("No module named %r" % name, name=name)
            return None

    for name in [one for one in sys.modules if one.split('.')[0] in closed]:
        del sys.modules[name]
    sys.meta_path[:] = [Closed()] + [
        one for one in sys.meta_path
        if getattr(one, '__module__', '').split('.')[0] not in closed
        and type(one).__module__.split('.')[0] not in closed
    ]
    # Its state comes from the picture, and would be the same for every program.
    random.seed()
    os.environ.clear()
    os.environ['HOME'] = '/home'
    gc.collect()
    return run

_make()
`
