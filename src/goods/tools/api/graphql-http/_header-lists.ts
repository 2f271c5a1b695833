/** Lists in headers that are older than structured fields. A breach of their rules is reported. */

/** RFC 8288. */
export interface Link {
  readonly url: string
  readonly rel: string
  readonly parameters: Readonly<Record<string, string>>
}

const LINKS_MAX = 200

export function linksIn(value: string, problems: string[]): readonly Link[] {
  const links: Link[] = []
  let rest = value
  while (rest.trim() !== '' && links.length < LINKS_MAX) {
    const target = /^[\s,]*<([^<>]*)>/.exec(rest)
    if (!target) {
      problems.push('link: has a part without an address in angle brackets')
      return links
    }
    const { parameters, end } = parametersIn(rest, target[0].length)
    links.push({
      url: (target[1] ?? '').trim(),
      rel: parameters.get('rel') ?? '',
      parameters: Object.fromEntries(parameters),
    })
    rest = rest.slice(end)
  }
  return links
}

const PARAMETER = /\s*;\s*([!#$&+.^_`|~\w-]+\*?)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y

/** `; name=value` and `; name="value"` as often as there are; the first of a name counts. */
export function parametersIn(
  text: string,
  from: number,
): { readonly parameters: ReadonlyMap<string, string>; readonly end: number } {
  const parameters = new Map<string, string>()
  let end = from
  for (;;) {
    PARAMETER.lastIndex = end
    const found = PARAMETER.exec(text)
    if (!found) {
      const stray = /\s*;\s*(?=[;,]|$)/y
      stray.lastIndex = end
      if (!stray.test(text)) break
      end = stray.lastIndex
      continue
    }
    end = PARAMETER.lastIndex
    const [, name = '', quoted, plain = ''] = found
    const key = name.toLowerCase()
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain)
  }
  const tail = /[^,]*/y
  tail.lastIndex = end
  tail.test(text)
  return { parameters, end: Math.max(end, tail.lastIndex) }
}

/** A challenge of `WWW-Authenticate` (RFC 9110, 11.6.1). */
export interface Challenge {
  readonly scheme: string
  /** One text in the place of parameters. */
  readonly data: string | null
  readonly parameters: Readonly<Record<string, string>>
}

const CHALLENGES_MAX = 20
const SCHEME = /[\s,]*([!#$%&'*+.^_`|~\w-]+)(?=[\s,]|$)/y
const TOKEN68 = /[ \t]+([A-Za-z0-9._~+/-]+=*)(?=\s*(?:,|$))/y
const PAIR =
  /[\s,]*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w:/-]+))(?=\s*(?:,|$))/y

export function challengesIn(value: string, problems: string[]): readonly Challenge[] {
  const found: Challenge[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(value)
    if (match) at = pattern.lastIndex
    return match
  }
  while (at < value.length && found.length < CHALLENGES_MAX) {
    const scheme = take(SCHEME)?.[1]
    if (scheme === undefined) break
    const data = take(TOKEN68)?.[1] ?? null
    const parameters = new Map<string, string>()
    for (let pair = data === null ? take(PAIR) : null; pair; pair = take(PAIR))
      parameters.set(
        (pair[1] ?? '').toLowerCase(),
        pair[2]?.replace(/\\(.)/g, '$1') ?? pair[3] ?? '',
      )
    found.push({ scheme, data, parameters: Object.fromEntries(parameters) })
  }
  if (value.slice(at).replace(/[\s,]/g, '') !== '')
    problems.push('www-authenticate: has a part that is no challenge')
  return found
}
