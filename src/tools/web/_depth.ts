import { Fault } from '../../core/fault.ts'

/** Browsers stop here too. */
const DEPTH_MAX = 512

const NEVER_NEST =
  /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|option|optgroup|tr|td|th|thead|tbody|tfoot|colgroup|caption|rp|rt|html|head|body)$/
const RAW = /^(script|style|textarea|title|xmp|iframe|noembed|noframes)$/

/** Refuses tags nested so deeply that to parse them would take quadratic time; in one pass. */
export function assertShallow(html: string): void {
  const tags = /<(?:!--|(\/?)([a-zA-Z][a-zA-Z0-9:-]*)([^>]*\/>)?)/g
  let depth = 0
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    const name = tag[2]?.toLowerCase()
    if (name === undefined) {
      const end = html.indexOf('-->', tag.index + 2)
      if (end < 0) return
      tags.lastIndex = end
    } else if (tag[1] === '/') depth -= NEVER_NEST.test(name) || depth === 0 ? 0 : 1
    else if (RAW.test(name)) {
      const close = new RegExp(`</${name}`, 'gi')
      close.lastIndex = tags.lastIndex
      if (!close.test(html)) return
      tags.lastIndex = close.lastIndex
    } else if (!NEVER_NEST.test(name) && ++depth > DEPTH_MAX)
      throw new Fault('upstream_failed', `The page nests tags more than ${DEPTH_MAX} deep.`)
  }
}
