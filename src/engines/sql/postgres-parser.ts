import { setFlagsFromString } from 'node:v8'
import { getEnvironmentData } from 'node:worker_threads'
import { FIRST_COMPILER_ONLY } from '../../base/core/thread-work.ts'
import { lazily } from '../../base/lib/lazily.ts'

const FLAGS = ['wasm-dynamic-tiering', 'wasm-tier-up'] as const

/** How many threads of the process load it now. */
const loading = new Int32Array(
  (getEnvironmentData(FIRST_COMPILER_ONLY) as unknown as SharedArrayBuffer | undefined) ??
    new SharedArrayBuffer(4),
)

/**
 * PostgreSQL's own parser, with the code of the first compiler only. One of its functions is so
 * large that the second one takes 580 MB for it, and longer than a statement is worth.
 */
export const postgresParser = lazily(async () => {
  const parser = await import('libpg-query')
  Atomics.add(loading, 0, 1)
  try {
    setFlags('no-')
    await parser.loadModule()
    // Another thread may have ended its loading while this one was at it.
    setFlags('no-')
    // What is called now is compiled now, and once.
    parser.parseSync('select a from b where c = 1')
  } finally {
    if (Atomics.sub(loading, 0, 1) === 1) setFlags('')
  }
  return parser
})

function setFlags(prefix: 'no-' | ''): void {
  for (const flag of FLAGS) setFlagsFromString(`--${prefix}${flag}`)
}
