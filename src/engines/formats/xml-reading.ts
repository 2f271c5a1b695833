import { placeIn } from '../../base/lib/json-text.ts'

/** Checks that a text is well-formed XML 1.0, in one pass without a tree. */
export interface XmlReading {
  readonly error: {
    readonly message: string
    readonly line: number
    readonly column: number
  } | null
  readonly root: string | null
  readonly namespaces: Readonly<Record<string, string>>
  readonly encoding: string | null
  readonly doctype: boolean
  readonly elements: number
  readonly names: ReadonlySet<string>
}

const NAME = /[:\p{L}_][-:.\p{L}\p{M}\p{N}_\u00B7]*/uy
const SPACE = /[ \t\r\n]*/y
/** Characters that no document may contain, escaped or not. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/
const REFERENCE = /&(?:(lt|gt|amp|quot|apos)|#(\d+)|#x([0-9a-fA-F]+)|([^\s;&<]{1,60}));|&/g
const DEPTH_MAX = 2_000
const LOCAL = /^[\p{L}_]/u
const NAMESPACES_MAX = 100

/** Prefixes that have their namespace without a declaration. */
const RESERVED = new Map<string, string | null>([
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  // It must not be declared at all.
  ['xmlns', null],
])

interface Open {
  readonly name: string
  readonly at: number
  readonly prefixes: readonly string[]
}

export function readXml(xml: string): XmlReading {
  const names = new Set<string>()
  const namespaces = new Map<string, string>()
  const open: Open[] = []
  const bound = new Map<string, number>([['xml', 1]])
  let root: string | null = null
  let encoding: string | null = null
  let doctype = false
  let elements = 0
  let at = xml.startsWith('\uFEFF') ? 1 : 0
  let flaw: { readonly message: string; readonly at: number } | null = null
  const fail = (message: string, where = at): void => {
    flaw ??= { message, at: where }
  }

  const bad = FORBIDDEN.exec(xml)
  if (bad) fail('a character that XML does not allow', bad.index)
  declaration()
  const isGood = () => flaw === null
  while (isGood() && at < xml.length) piece()
  if (isGood()) finish()
  const error = flaw as { readonly message: string; readonly at: number } | null
  return {
    error: error && { message: error.message, ...placeIn(xml, error.at) },
    root,
    namespaces: Object.fromEntries(namespaces),
    encoding,
    doctype,
    elements,
    names,
  }

  function finish(): void {
    const last = open.at(-1)
    if (last)
      fail(`<${last.name}> of line ${placeIn(xml, last.at).line} is never closed`, xml.length)
    else if (root === null) fail('there is no element', xml.length)
  }

  function declaration(): void {
    if (!/^<\?xml[ \t\r\n]/.test(xml.slice(at, at + 6))) return
    const end = xml.indexOf('?>', at)
    const said = end < 0 ? '' : xml.slice(at + 5, end)
    const form =
      /^\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])([A-Za-z][\w.-]*)\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\4)?\s*$/
    const read = form.exec(said)
    if (!read) return fail('the declaration must read <?xml version="1.0" encoding="..."?>')
    encoding = read[3] ?? null
    at = end + 2
  }

  function piece(): void {
    if (xml[at] !== '<') return characters()
    if (xml.startsWith('<!--', at)) return comment()
    if (xml.startsWith('<![CDATA[', at)) return section()
    if (xml.startsWith('<?', at)) return instruction()
    if (xml.startsWith('<!DOCTYPE', at)) return type()
    if (xml[at + 1] === '/') return closing()
    opening()
  }

  function characters(): void {
    const next = xml.indexOf('<', at)
    const end = next < 0 ? xml.length : next
    const text = xml.slice(at, end)
    const stray = text.search(/[^ \t\r\n]/)
    if (open.length === 0 && stray >= 0)
      fail(
        root === null ? 'text before the first element' : 'text after the last element',
        at + stray,
      )
    const close = text.indexOf(']]>')
    if (close >= 0) fail(']]> must not stand in text', at + close)
    references(text, at)
    at = end
  }

  function references(text: string, from: number): void {
    if (!text.includes('&')) return
    for (const found of text.matchAll(REFERENCE)) {
      const [whole, known, decimal, hexadecimal, named] = found
      const where = from + found.index
      if (whole === '&') return fail('& must be written as &amp;', where)
      if (named !== undefined && !doctype)
        return fail(`the entity &${named}; is not declared`, where)
      if (known !== undefined || named !== undefined) continue
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
      const isAllowed = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code > 0
      if (!isAllowed || FORBIDDEN.test(String.fromCodePoint(code)))
        return fail(`${whole} is no character that XML allows`, where)
    }
  }

  function until(mark: string, from: number, what: string): number {
    const end = xml.indexOf(mark, from)
    if (end < 0) fail(`${what} is never closed`)
    return end < 0 ? xml.length : end
  }

  function comment(): void {
    const end = until('-->', at + 4, 'a comment')
    const dashes = xml.slice(at + 4, end).indexOf('--')
    if (dashes >= 0 || (end > at + 4 && xml[end - 1] === '-'))
      fail('-- must not stand in a comment')
    at = end + 3
  }

  function section(): void {
    if (open.length === 0) fail('CDATA outside of the root')
    at = until(']]>', at + 9, 'a CDATA section') + 3
  }

  function instruction(): void {
    const target = nameAt(at + 2)
    if (target === undefined) fail('<? must be followed by a name')
    else if (target.includes(':')) fail('the name of a processing instruction has no colon')
    else if (/^xml$/i.test(target)) fail('the declaration must stand at the very beginning')
    else if (!/^(\?>|[ \t\r\n])/.test(xml.slice(at + 2 + target.length, at + 4 + target.length)))
      fail('the name of a processing instruction must be followed by a space')
    at = until('?>', at + 2, 'a processing instruction') + 2
  }

  /** Skips a document type with its declarations in brackets. Nothing in it is followed. */
  function type(): void {
    if (root !== null || doctype) fail('<!DOCTYPE must stand before the root, and once')
    doctype = true
    let depth = 0
    for (let end = at; end < xml.length; end += 1) {
      const mark = xml[end]
      if (mark === '"' || mark === "'") {
        end = xml.indexOf(mark, end + 1)
        if (end < 0) break
      } else if (mark === '<') depth += 1
      else if (mark === '>') {
        depth -= 1
        if (depth === 0) {
          at = end + 1
          return
        }
      }
    }
    fail('<!DOCTYPE is never closed')
  }

  function nameAt(from: number): string | undefined {
    NAME.lastIndex = from
    return NAME.exec(xml)?.[0]
  }

  function closing(): void {
    const name = nameAt(at + 2)
    if (name === undefined) return fail('</ must be followed by a name')
    SPACE.lastIndex = at + 2 + name.length
    const end = SPACE.lastIndex + (SPACE.exec(xml)?.[0].length ?? 0)
    if (xml[end] !== '>') return fail(`</${name} must end in >`)
    const last = open.pop()
    if (!last) return fail(`</${name}> closes what was never opened`)
    if (last.name !== name)
      return fail(
        `</${name}> closes, but <${last.name}> of line ${placeIn(xml, last.at).line} is still open`,
      )
    unbind(last.prefixes)
    at = end + 1
  }

  function unbind(prefixes: readonly string[]): void {
    for (const prefix of prefixes) bound.set(prefix, (bound.get(prefix) ?? 1) - 1)
  }

  function opening(): void {
    const start = at
    const name = nameAt(at + 1)
    if (name === undefined) return fail('< must be written as &lt;, or be followed by a name')
    if (open.length === 0 && root !== null) return fail('a second root')
    if (open.length === DEPTH_MAX) return fail(`nested deeper than ${DEPTH_MAX} levels`)
    root ??= name
    elements += 1
    names.add(name)
    at += 1 + name.length
    const attributes = new Map<string, number>()
    for (;;) {
      const before = at
      SPACE.lastIndex = at
      at += SPACE.exec(xml)?.[0].length ?? 0
      if (xml.startsWith('/>', at) || xml[at] === '>') break
      if (at >= xml.length) return fail(`<${name}> never ends`, start)
      if (before === at) return fail(`a space is missing in <${name}>`)
      if (!attribute(name, attributes)) return
    }
    const prefixes = bind(attributes)
    checkPrefixes(name, attributes, start)
    if (xml[at] === '>') {
      open.push({ name, at: start, prefixes })
      at += 1
    } else {
      unbind(prefixes)
      at += 2
    }
  }

  function attribute(element: string, attributes: Map<string, number>): boolean {
    const from = at
    const name = nameAt(at)
    if (name === undefined) {
      fail(`<${element}> has what is no attribute`)
      return false
    }
    const equals = /^[ \t\r\n]*=[ \t\r\n]*/.exec(
      xml.slice(at + name.length, at + name.length + 200),
    )
    const quoteAt = at + name.length + (equals?.[0].length ?? 0)
    const mark = xml[quoteAt] ?? ''
    if (!equals || (mark !== '"' && mark !== "'")) {
      fail(`the attribute ${name} must have a value in quotes`)
      return false
    }
    const end = xml.indexOf(mark, quoteAt + 1)
    if (end < 0) {
      fail(`the value of ${name} is never closed`)
      return false
    }
    const value = xml.slice(quoteAt + 1, end)
    if (value.includes('<')) fail(`< must be written as &lt; in the value of ${name}`)
    references(value, quoteAt + 1)
    if (attributes.has(name)) fail(`the attribute ${name} stands twice`, from)
    attributes.set(name, from)
    const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : undefined
    const reserved = RESERVED.get(prefix ?? '')
    if (reserved !== undefined && value !== reserved)
      fail(`the prefix ${prefix} is reserved and must not be declared otherwise`, from)
    if (prefix !== undefined && namespaces.size < NAMESPACES_MAX && !namespaces.has(prefix))
      namespaces.set(prefix, value)
    at = end + 1
    return flaw === null
  }

  function bind(attributes: ReadonlyMap<string, number>): readonly string[] {
    const prefixes = [...attributes.keys()].flatMap((name) =>
      name.startsWith('xmlns:') ? [name.slice(6)] : [],
    )
    for (const prefix of prefixes) bound.set(prefix, (bound.get(prefix) ?? 0) + 1)
    return prefixes
  }

  function checkPrefixes(
    name: string,
    attributes: ReadonlyMap<string, number>,
    start: number,
  ): void {
    for (const [each, where] of [[name, start] as const, ...attributes]) {
      const [prefix, local, ...more] = each.split(':')
      if (local === undefined) continue
      if (more.length > 0 || prefix === '' || !LOCAL.test(local))
        fail(`${each} must be a name, or two with one colon`, where)
      if (prefix === 'xmlns') continue
      if ((bound.get(prefix ?? '') ?? 0) === 0)
        fail(`the prefix ${prefix} of ${each} is not declared`, where)
    }
  }
}
