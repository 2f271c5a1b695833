import { badInput } from '../../base/core/fault.ts'
import { ATTRIBUTES_MAX, DEPTH_MAX, hasManyAttributes, NEVER_NEST } from './page-bounds.ts'

/** What a thread can hold. */
const ELEMENTS_MAX = 150_000

/** Comments, elements whose content is no markup, and tags. */
const PARTS =
  /<!--[^]*?(?:-->|$)|<(script|style|textarea|title|xmp|iframe|noembed|noframes|noscript)\b[^]*?(?:<\/\1|$)|<(\/?)([a-z][^\s/>]*)/gi
/** The next of their kind ends these too. */
const SELDOM_NEST = /^(a|button|h[1-6])$/

/** Refuses, before anything is built, what would take a parser quadratic time. */
export function assertParsable(html: string): void {
  if (hasManyAttributes(html))
    throw badInput(`html: has a tag with more than ${ATTRIBUTES_MAX} attributes`)
  let depth = 0
  let elements = 0
  for (const [, , slash, name] of html.matchAll(PARTS)) {
    if (slash === '') elements += 1
    if (name !== undefined && mayNest(name.toLowerCase()))
      depth = Math.max(0, depth + (slash === '' ? 1 : -1))
    if (depth > DEPTH_MAX) throw badInput(`html: nests tags more than ${DEPTH_MAX} deep`)
    if (elements > ELEMENTS_MAX) throw badInput(`html: has more than ${ELEMENTS_MAX} elements`)
  }
}

const mayNest = (name: string): boolean => !NEVER_NEST.test(name) && !SELDOM_NEST.test(name)
