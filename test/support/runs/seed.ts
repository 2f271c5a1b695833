import { execFileSync } from 'node:child_process'

const SEED_MAX = 2 ** 28
const DAY_MS = 86_400_000

/**
 * A whole number from 0 to 268,435,455 from which all drawn inputs and schedules of a run follow.
 * It comes from the commit, so that each commit plays others; `TEST_SEED` repeats those of another
 * run.
 */
export const RUN_SEED = wanted() ?? ofCommit() ?? Math.floor(Date.now() / DAY_MS)

function wanted(): number | undefined {
  const text = process.env['TEST_SEED']
  if (!text) return undefined
  const seed = Number(text)
  if (Number.isInteger(seed) && seed >= 0 && seed < SEED_MAX) return seed
  throw new Error(`TEST_SEED: ${text} is no whole number from 0 to ${SEED_MAX - 1}`)
}

/** Undefined outside a repository, such as in an unpacked archive. */
function ofCommit(): number | undefined {
  try {
    const command = ['rev-parse', '--short=7', 'HEAD']
    const cwd = import.meta.dirname
    const name = execFileSync('git', command, { cwd, encoding: 'utf8', stdio: 'pipe' })
    return Number.parseInt(name.slice(0, 7), 16)
  } catch {
    return undefined
  }
}
