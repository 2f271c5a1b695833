import { readFileSync } from 'node:fs'
import type { TestTagDefinition } from 'vitest'

/**
 * What a test may say of itself: `test('...', { tags: 'long' }, ...)`, or `@module-tag long` in a
 * comment for a whole file.
 */
export const TAGS: TestTagDefinition[] = [
  {
    name: 'long',
    description: 'Lasts over a second. `npm test` runs them in a twelfth of the files.',
  },
  { name: 'ci', description: 'Lasts so long that only `npm run test:all` and CI run it.' },
  { name: 'check', description: 'Reads the sources: a part of `npm run check`.' },
]

/**
 * The variable that says how many whole files a run has left out: what announces it is loaded apart
 * from what chooses them.
 */
export const LEFT_FILES = 'TEST_FILES_LEFT'

/**
 * Which tests run where nobody names files or tests: `turn` leaves long ones to other commits,
 * `rest` runs what a `turn` of the same seed has left out, `all` runs both.
 */
export type Extent = 'turn' | 'rest' | 'all'

export interface Marked {
  /** How many tests, or groups of tests, of the file are long. */
  readonly long: number
  readonly isCi: boolean
  /** The tag of the whole file. */
  readonly whole: string | undefined
}

/** Reads the tags of a file without running it. */
export function marksIn(text: string): Marked {
  const long = text.match(/\btags: 'long'/g)?.length ?? 0
  const whole = /@module-tag (\w+)/.exec(text)?.[1]
  return {
    long: whole === 'long' ? Math.max(long, 1) : long,
    isCi: whole === 'ci' || text.includes("tags: 'ci'"),
    whole,
  }
}

const TURNS = 12

/**
 * Which of these files run their long tests in this turn: a twelfth of them, of every size. The
 * answer is the same for all runs of one tree.
 */
export function filesOfTurn(
  files: readonly (readonly [path: string, marked: Marked])[],
  seed: number,
): ReadonlySet<string> {
  const sorted = files
    .filter(([, { long }]) => long > 0)
    .toSorted(([a, x], [b, y]) => y.long - x.long || (a < b ? -1 : 1))
  return new Set(sorted.filter((_file, at) => at % TURNS === seed % TURNS).map(([path]) => path))
}

/** The filters of tags for a file, or null where no test of it runs. */
export function filterOf(marked: Marked, isTurn: boolean, extent: Extent): string[] | null {
  if (marked.whole === 'check') return null
  if (extent === 'all') return []
  const left = isTurn ? ['ci'] : ['ci', 'long']
  if (extent === 'turn')
    return left.includes(marked.whole ?? '') ? null : [left.map((tag) => `!${tag}`).join(' && ')]
  const hasLeft = marked.isCi || (marked.long > 0 && !isTurn)
  return hasLeft ? [left.join(' || ')] : null
}

export const marksOf = (path: string): Marked => marksIn(readFileSync(path, 'utf8'))
