/** Readers of key and value files. All values stay text. */

export interface Pairs {
  /** Keys before any section have the empty section name. */
  readonly sections: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly duplicates: readonly string[]
  /** Lines that are neither a section, a pair nor a comment, counted from 1. */
  readonly odd: readonly number[]
}

interface Sink {
  section(name: string): void
  pair(key: string, value: string): void
  odd(line: number): void
  pairs(): Pairs
}

function createSink(): Sink {
  const sections = new Map<string, Map<string, string>>([['', new Map()]])
  const duplicates = new Set<string>()
  const odd: number[] = []
  let name = ''
  return {
    section(next) {
      name = next
      if (!sections.has(name)) sections.set(name, new Map())
    },
    pair(key, value) {
      const here = sections.get(name) ?? new Map<string, string>()
      if (here.has(key)) duplicates.add(name === '' ? key : `${name}.${key}`)
      here.set(key, value)
    },
    odd: (line) => void odd.push(line),
    pairs: () => ({ sections, duplicates: [...duplicates], odd }),
  }
}

const linesOf = (text: string): readonly string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)

/** Sections in brackets, `key = value` or `key: value`, comments with ; or #. */
export function readIni(text: string, inlineComments: boolean): Pairs {
  const sink = createSink()
  for (const [at, line] of linesOf(text).entries()) {
    const bare = line.trim()
    if (bare === '' || bare.startsWith(';') || bare.startsWith('#')) continue
    const section = /^\[([^\]]*)\]\s*(?:[;#].*)?$/.exec(bare)
    if (section) {
      sink.section((section[1] ?? '').trim())
      continue
    }
    const [, key = '', rest] = /^([^=:]+?)\s*[=:](.*)$/.exec(bare) ?? []
    if (rest === undefined) sink.odd(at + 1)
    else sink.pair(unquoted(key), iniValue(rest.trim(), inlineComments))
  }
  return sink.pairs()
}

function iniValue(text: string, inlineComments: boolean): string {
  const [quoted] = /^"(?:\\.|[^"\\])*"|^'[^']*'/.exec(text) ?? []
  const rest = quoted === undefined ? '' : text.slice(quoted.length).trim()
  if (quoted !== undefined && (rest === '' || (inlineComments && /^[;#]/.test(rest))))
    return unquoted(quoted)
  return inlineComments ? text.replace(/(?:^|\s+)[;#].*$/, '') : text
}

const unquoted = (text: string): string =>
  /^(["'])[\s\S]*\1$/.test(text) && text.length > 1
    ? text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1')
    : text

/** java.util.Properties: continued lines, escapes, `=`, `:` or white space between. */
export function readProperties(text: string): Pairs {
  const sink = createSink()
  const lines = linesOf(text)
  for (let at = 0; at < lines.length; at += 1) {
    let line = (lines[at] ?? '').trimStart()
    if (line === '' || line.startsWith('#') || line.startsWith('!')) continue
    while (isContinued(line) && at + 1 < lines.length) {
      at += 1
      line = line.slice(0, -1) + (lines[at] ?? '').trimStart()
    }
    if (isContinued(line)) line = line.slice(0, -1)
    const [all = '', key = ''] = /^((?:\\.|[^\\=:\s])*)(?:\s*[=:]\s*|\s+)?/.exec(line) ?? []
    sink.pair(unescaped(key), unescaped(line.slice(all.length)))
  }
  return sink.pairs()
}

const isContinued = (line: string): boolean => (/\\+$/.exec(line)?.[0].length ?? 0) % 2 === 1

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|([\s\S]?))/g, (_all, hex: string, mark: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (ESCAPES[mark] ?? mark),
  )

const ENV_LINE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=[ \t]*|:[ \t]+)("(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|`(?:\\[\s\S]|[^`\\])*`|[^#\r\n]*)?[ \t]*(?:#.*)?$/gm

/**
 * As the dotenv package reads it: quotes may span lines, and is expanded only in double quotes.
 */
export function readEnv(text: string): Pairs {
  const sink = createSink()
  const bare = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const rest = bare.replaceAll(ENV_LINE, (all, key: string, value = '') => {
    sink.pair(key, envValue(String(value).trim()))
    return all.replaceAll(/[^\n]/g, '')
  })
  for (const [at, line] of rest.split('\n').entries())
    if (line.trim() !== '' && !line.trim().startsWith('#')) sink.odd(at + 1)
  return sink.pairs()
}

function envValue(text: string): string {
  const mark = text[0]
  const isQuoted =
    text.length > 1 && (mark === '"' || mark === "'" || mark === '`') && text.endsWith(mark)
  if (!isQuoted) return text
  const inner = text.slice(1, -1)
  return mark === '"' ? inner.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : inner
}
