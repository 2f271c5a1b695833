import { badInput } from '../../../core/fault.ts'

/** Browsers stop here too. */
const DEPTH_MAX = 512
/** What a thread can hold. */
const ELEMENTS_MAX = 150_000

/** Comments, elements whose content is no markup, and tags. */
const PARTS =
  /<!--[^]*?(?:-->|$)|<(script|style|textarea|title|xmp|iframe|noembed|noframes|noscript)\b[^]*?(?:<\/\1|$)|<(\/?)([a-z][^\s/>]*)/gi
/** Those without an end, and those that the next of their kind ends. */
const NEVER_NEST = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd option optgroup tr td th thead tbody tfoot colgroup caption rp rt html head body a button h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)

/** Refuses, before anything is built, what would take a parser quadratic time. */
export function assertParsable(html: string): void {
  let depth = 0
  let elements = 0
  for (const [, , slash, name] of html.matchAll(PARTS)) {
    if (slash === '') elements += 1
    if (name !== undefined && !NEVER_NEST.has(name.toLowerCase()))
      depth = Math.max(0, depth + (slash === '' ? 1 : -1))
    if (depth > DEPTH_MAX) throw badInput(`html: nests tags more than ${DEPTH_MAX} deep`)
    if (elements > ELEMENTS_MAX) throw badInput(`html: has more than ${ELEMENTS_MAX} elements`)
  }
}
