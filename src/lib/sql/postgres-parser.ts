import { setFlagsFromString } from 'node:v8'
import { lazily } from '../lazily.ts'

const FLAGS = ['wasm-dynamic-tiering', 'wasm-tier-up'] as const

/**
 * PostgreSQL's own parser, with the code of the first compiler only. One of its functions is so
 * large that the second one takes 580 MB for it, and longer than a statement is worth.
 */
export const postgresParser = lazily(async () => {
  const parser = await import('libpg-query')
  for (const flag of FLAGS) setFlagsFromString(`--no-${flag}`)
  try {
    await parser.loadModule()
    // What is called now is compiled now, and once.
    parser.parseSync('select a from b where c = 1')
  } finally {
    for (const flag of FLAGS) setFlagsFromString(`--${flag}`)
  }
  return parser
})
