import {
  CENTRED,
  drawing,
  ENDS_THERE,
  place,
  pointed,
  sizeOf,
  textAt,
  figureText,
  toldAt,
  type Chart,
} from './chart.ts'

const WIDTH = 720
const HEIGHT = 300
const LEFT = 70
const RIGHT = 24
const TOP = 12
const BOTTOM = 24
const MARKS_MAX = 5
const NAMED_MAX = 8
const NAME_LETTERS = 24
/** The space that a name needs. */
const NAME = { width: 150, height: 14, gap: 9 }

interface Dot {
  readonly at: number
  readonly x: number
  readonly y: number
}

/**
 * One dot for each label: the first series is the x axis, the second one the y axis, both
 * logarithmic. Values that are not above zero are not drawn. Labels are in the order in which names
 * are preferred.
 */
export function scatterChart(chart: Chart): string {
  const [across, up] = chart.series
  const sized = chart.labels.flatMap((_, at) => {
    const [x, y] = [sizeOf(across?.values[at] ?? null), sizeOf(up?.values[at] ?? null)]
    return x === null || y === null || x <= 0 || y <= 0 ? [] : [{ at, x, y }]
  })
  const columns = powers(sized.map(({ x }) => x))
  const rows = powers(sized.map(({ y }) => y))
  const xOf = scaled(columns, LEFT, WIDTH - RIGHT)
  const yOf = scaled(rows, HEIGHT - BOTTOM, TOP)
  const grid = [
    ...rows.map((mark) => {
      const y = yOf(mark)
      const line = `<path class="g" d="M${LEFT} ${place(y)}H${WIDTH - RIGHT}"/>`
      return line + textAt(LEFT - 6, y + 4, figureText(chart, mark), ENDS_THERE)
    }),
    ...columns.map((mark) => textAt(xOf(mark), HEIGHT - 5, figureText(chart, mark), CENTRED)),
  ]
  const dots = sized.map(({ at, x, y }) => ({ at, x: xOf(x), y: yOf(y) }))
  const named = namedAmong(dots, chart)
  const drawn = dots.map((dot) => pointed(toldAt(chart, dot.at), dotAt(dot, chart, named)))
  const box = { width: WIDTH, height: HEIGHT, kind: 'plot' }
  return drawing(chart, box, [...grid, ...drawn].join(''))
}

/**
 * At most five powers of ten at equal distances, from below the smallest value to above the
 * largest.
 */
function powers(sizes: readonly number[]): readonly number[] {
  const known = sizes.length === 0 ? [1] : sizes
  const from = Math.floor(Math.log10(Math.min(...known)) + 1e-9)
  const most = Math.ceil(Math.log10(Math.max(...known)) - 1e-9)
  const span = Math.max(1, most - from)
  const step = Math.ceil(span / (MARKS_MAX - 1))
  return Array.from({ length: Math.ceil(span / step) + 1 }, (_, at) =>
    Number(`1e${from + at * step}`),
  )
}

const scaled = (marks: readonly number[], from: number, to: number) => {
  const [first, last] = [Math.log10(marks[0] ?? 1), Math.log10(marks.at(-1) ?? 10)]
  return (size: number) => from + ((Math.log10(size) - first) / (last - first)) * (to - from)
}

/** Chooses the names to draw: marked dots, then the first ones that do not overlap. */
function namedAmong(dots: readonly Dot[], { marked = [] }: Chart): ReadonlySet<number> {
  const taken: Dot[] = dots.filter(({ at }) => marked.includes(at))
  for (const dot of dots) {
    const isFree = taken.every(
      ({ x, y }) => Math.abs(y - dot.y) > NAME.height || Math.abs(x - dot.x) > NAME.width,
    )
    if (isFree && taken.length < NAMED_MAX) taken.push(dot)
  }
  return new Set(taken.map(({ at }) => at))
}

function dotAt({ at, x, y }: Dot, chart: Chart, named: ReadonlySet<number>): string {
  const isOwn = chart.marked?.includes(at) ?? false
  const kind = isOwn ? 'own dot' : 'c1 dot'
  const dot = `<circle class="${kind}" cx="${place(x)}" cy="${place(y)}" r="${isOwn ? 6 : 4.5}"/>`
  if (!named.has(at)) return dot
  const [...letters] = chart.labels[at] ?? ''
  const isLong = letters.length > NAME_LETTERS
  const name = isLong ? `${letters.slice(0, NAME_LETTERS - 1).join('')}…` : letters.join('')
  const isLeft = x > WIDTH - RIGHT - NAME.width
  const rest = isLeft ? `${ENDS_THERE} class="name"` : ' class="name"'
  return dot + textAt(isLeft ? x - NAME.gap : x + NAME.gap, y + 4, name, rest)
}
