import { Fault } from '../../base/core/fault.ts'

/** Browsers stop here too. */
export const DEPTH_MAX = 512
/** What a thread can hold of two trees; the longest pages that people read have half of it. */
const NODES_MAX = 60_000

/** Elements without an end tag, and those that the next element of their kind closes. */
export const NEVER_NEST =
  /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|option|optgroup|tr|td|th|thead|tbody|tfoot|colgroup|caption|rp|rt|html|head|body)$/
const RAW = /^(script|style|textarea|title|xmp|iframe|noembed|noframes)$/
const DROPPED = /^(script|style)$/
/** Where these stay open, every paragraph that follows opens them again. */
const REOPENED = /^(b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)$/

/** Of markup and text, without scripts and comments. */
const CHARACTERS_MAX = 4_500_000

/**
 * Refuses, in one pass and before anything is built, what would take a parser quadratic time or
 * more memory than a thread has. Answers the page without its scripts, styles and comments.
 */
export function assertShallow(page: string): string {
  const html = page.replace(/data:[^"'\s<>)]{1000,}/g, 'data:,')
  const kept: string[] = []
  let keptTo = 0
  const drop = (from: number, to: number) => {
    kept.push(html.slice(keptTo, from))
    keptTo = to
  }
  const tags = /<(?:!--|(\/?)([a-zA-Z][a-zA-Z0-9:-]*)([^>]*)|)|&/g
  let depth = 0
  let reopened = 0
  let nodes = 0
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    const name = tag[2]?.toLowerCase()
    const step = tag[1] === '/' ? -1 : 1
    if (name === undefined) {
      nodes += 1 / 3
      if (tag[0] !== '<!--') continue
      const end = html.indexOf('-->', tag.index + 2)
      drop(tag.index, end < 0 ? html.length : end + 3)
      if (end < 0) break
      tags.lastIndex = end + 3
    } else if (step > 0 && RAW.test(name)) {
      const close = new RegExp(`</${name}`, 'gi')
      close.lastIndex = tag.index + 1
      const isClosed = close.test(html)
      if (DROPPED.test(name) && !/json/i.test(tag[3] ?? ''))
        drop(tags.lastIndex + 1, isClosed ? close.lastIndex - name.length - 2 : html.length)
      if (!isClosed) break
      tags.lastIndex = close.lastIndex
    } else {
      if (step > 0) nodes += 1 + reopened + attributesOf(tag[3] ?? '') / 4
      if (REOPENED.test(name)) reopened = Math.max(0, reopened + step)
      if (!NEVER_NEST.test(name) && !tag[3]?.endsWith('/')) depth = Math.max(0, depth + step)
    }
    if (depth > DEPTH_MAX) throw tooMuch(`nests tags more than ${DEPTH_MAX} deep`)
    if (nodes > NODES_MAX) throw tooMuch(`has more than ${NODES_MAX} elements`)
  }
  drop(html.length, html.length)
  const text = kept.join('')
  if (hasManyAttributes(text)) throw tooMuch(`has a tag of more than ${ATTRIBUTES_MAX} attributes`)
  if (text.length > CHARACTERS_MAX) throw tooMuch('is longer than 4 MB')
  return text
}

const attributesOf = (text: string): number => text.match(/=/g)?.length ?? 0

/** Parsers compare each attribute of a tag with all before it. */
export const ATTRIBUTES_MAX = 500
const TAG = /<[a-z][^\s/>]*/gi
const ATTRIBUTE = /[\s/]*(?:=?[^\s/>=]+(?:\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s>"'][^\s>]*)?)?|=)/y

/** Whether a tag, read as parsers do, has more attributes than that. */
export function hasManyAttributes(html: string): boolean {
  for (
    TAG.lastIndex = 0;
    TAG.test(html);
    TAG.lastIndex = Math.max(TAG.lastIndex, ATTRIBUTE.lastIndex)
  ) {
    ATTRIBUTE.lastIndex = TAG.lastIndex
    let end = TAG.lastIndex
    for (let count = 0; ATTRIBUTE.test(html); count++) {
      if (count > ATTRIBUTES_MAX) return true
      end = ATTRIBUTE.lastIndex
    }
    TAG.lastIndex = end
  }
  return false
}

const tooMuch = (what: string): Fault => new Fault('upstream_failed', `The page ${what}.`)
