import { randomInt } from 'node:crypto'

export const KINDS = ['math', 'text', 'order'] as const
export type Kind = (typeof KINDS)[number]

export interface Puzzle {
  readonly prompt: string
  readonly svg: string | null
  readonly answer: string
}

/** No two of them look alike. */
const LETTERS = 'ACEFHJKLMNPRTUVWXY'
const LETTERS_OF = [4, 6, 8]
const NUMBERS_OF = [3, 5, 7]

export function puzzleOf(kind: Kind, difficulty: number): Puzzle {
  if (kind === 'math') return sum(difficulty)
  if (kind === 'order') return order(NUMBERS_OF[difficulty - 1] ?? 3)
  const length = LETTERS_OF[difficulty - 1] ?? 4
  const answer = Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return { prompt: 'Type the letters in the picture.', svg: drawn(answer, difficulty), answer }
}

function sum(difficulty: number): Puzzle {
  const [a, b, c] = [randomInt(2, 20), randomInt(2, 20), randomInt(2, 10)]
  const [text, answer] =
    difficulty === 1
      ? [`${a} + ${b}`, a + b]
      : difficulty === 2
        ? [`${a} × ${c} + ${b}`, a * c + b]
        : [`(${a} + ${b}) × ${c} − ${a}`, (a + b) * c - a]
  return { prompt: `What is ${text}?`, svg: null, answer: String(answer) }
}

function order(count: number): Puzzle {
  const numbers = new Set<number>()
  while (numbers.size < count) numbers.add(randomInt(1, 100))
  const sorted = [...numbers].toSorted((a, b) => a - b)
  const prompt = `Type these numbers from the smallest to the largest: ${[...numbers].join(', ')}.`
  return { prompt, svg: null, answer: sorted.join(' ') }
}

/** Letters as strokes on a field of four by six, so that no text stands in the picture. */
const STROKES: Readonly<Record<string, string>> = {
  A: '06 20 46|13 33',
  C: '41 30 10 01 05 16 36 45',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  H: '00 06|40 46|03 43',
  J: '30 35 26 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  P: '06 00 30 41 42 33 03',
  R: '06 00 30 41 42 33 03|23 46',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 23 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
}

const [STEP, HEIGHT] = [52, 80]

const jitter = (size: number): number => (randomInt(0, 2 * 100 * size + 1) - 100 * size) / 100

function drawn(letters: string, difficulty: number): string {
  const width = STEP * letters.length + 28
  const shapes = Array.from(letters, (letter, at) => glyph(letter, 22 + at * STEP, difficulty))
  const noise = Array.from({ length: 2 + 3 * difficulty }, () =>
    path([spot(width), spot(width), spot(width)], 1 + jitter(0.5)),
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" ` +
    `viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="puzzle"><rect width="100%" ` +
    `height="100%" fill="#fff"/>${[...shapes.flat(), ...noise].join('')}</svg>`
  )
}

const spot = (width: number): readonly [number, number] => [
  randomInt(0, width),
  randomInt(0, HEIGHT),
]

function glyph(letter: string, left: number, difficulty: number): string[] {
  const angle = (jitter(6 + 6 * difficulty) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const size = 8 + jitter(1)
  const [dx, dy] = [left + 16 + jitter(3), HEIGHT / 2 + jitter(5)]
  return (STROKES[letter] ?? '').split('|').map((stroke) => {
    const points = stroke.split(' ').map((point): readonly [number, number] => {
      const x = (Number(point[0]) - 2) * size + jitter(1)
      const y = (Number(point[1]) - 3) * size + jitter(1)
      return [dx + x * cos - y * sin, dy + x * sin + y * cos]
    })
    return path(points, 3 + jitter(0.6))
  })
}

const path = (points: readonly (readonly [number, number])[], width: number): string =>
  `<path d="M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}" fill="none" ` +
  `stroke="#222" stroke-width="${width.toFixed(1)}" stroke-linecap="round"/>`
