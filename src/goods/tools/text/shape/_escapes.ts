import { decodeHTMLStrict } from 'entities'
import { badInput } from '../../../../base/core/fault.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'

/** Escapes text for another language, and reverses that. */
interface Escape {
  readonly escape: (text: string) => string
  readonly unescape: (text: string) => string
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')

const NAMED: Readonly<Record<string, string>> = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\v': 'v',
  '\u0007': 'a',
}
const READ: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(NAMED).map(([character, letter]) => [letter, character])),
  '\\': '\\',
  '"': '"',
  "'": "'",
  '/': '/',
  '?': '?',
  '`': '`',
  '0': '\0',
}

/** An escape of up to eight hex digits or three octal ones, or a backslash and one character. */
const BACKSLASHED =
  /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2})|([0-7]{1,3})|(\r\n|[\s\S])|$)/g

interface Notation {
  /** Letters and punctuation that may follow a backslash. */
  readonly letters: string
  readonly numbers: 'u' | 'ux' | 'uxU' | 'uxU8'
  /** Whether a backslash before a line end joins the lines. */
  readonly joins?: boolean
}

/** The text that a literal means; throws if it is not a literal. */
const read =
  ({ letters, numbers, joins = false }: Notation) =>
  (text: string): string =>
    text.replaceAll(BACKSLASHED, (whole: string, ...found: (string | undefined)[]) => {
      const [braced, four, eight, two, octal, mark] = found
      const digits = braced ?? four ?? (numbers.includes('U') ? eight : undefined)
      if (digits !== undefined && (braced === undefined || numbers === 'ux'))
        return fromCode(Number.parseInt(digits, 16), whole)
      if (two !== undefined && numbers !== 'u') return fromCode(Number.parseInt(two, 16), whole)
      if (octal !== undefined && (numbers === 'uxU8' || (octal === '0' && numbers !== 'u')))
        return fromCode(Number.parseInt(octal, 8), whole)
      if (mark !== undefined && joins && /^[\r\n]/.test(mark)) return ''
      const letter = mark !== undefined && letters.includes(mark) ? READ[mark] : undefined
      if (letter === undefined) throw badInput(`text: ${excerpt(whole)} is not an escape`)
      return letter
    })

function fromCode(code: number, whole: string): string {
  if (code > 0x10ffff) throw badInput(`text: ${excerpt(whole)} is not a character`)
  return String.fromCodePoint(code)
}

const backslashed =
  (pattern: RegExp, other: (code: number) => string) =>
  (text: string): string =>
    text.replaceAll(pattern, (character) => {
      const name = NAMED[character]
      if (name !== undefined && name !== 'a' && name !== 'v') return `\\${name}`
      return /^["'\\]$/.test(character) ? `\\${character}` : other(codeOf(character))
    })

const CONTROL_AND_QUOTES = /["\\\p{Cc}\p{Cs}\u2028\u2029]/gu
const CONTROL = /["'\\\p{Cc}\u2028\u2029]/gu

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

const LATEX_READ = /\\(textbackslash|textasciitilde|textasciicircum)(?:\{\}| )?|\\([&%$#_{}])/g
const LATEX_NAMES: Readonly<Record<string, string>> = {
  textbackslash: '\\',
  textasciitilde: '~',
  textasciicircum: '^',
}

export const ESCAPES = {
  json: {
    escape: backslashed(CONTROL_AND_QUOTES, (code) => `\\u${hex(code, 4)}`),
    unescape: (text) => jsonText(text),
  },
  javascript: {
    escape: backslashed(CONTROL, (code) => `\\u${hex(code, 4)}`),
    unescape: read({ letters: 'bfnrtv\\"\'`/', numbers: 'ux', joins: true }),
  },
  python: {
    escape: backslashed(CONTROL, (code) =>
      code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`,
    ),
    unescape: read({ letters: 'abfnrtv\\"\'', numbers: 'uxU8', joins: true }),
  },
  c: {
    escape: backslashed(CONTROL, (code) =>
      code < 256 ? `\\${code.toString(8).padStart(3, '0')}` : `\\u${hex(code, 4)}`,
    ),
    unescape: read({ letters: 'abfnrtv\\"\'?', numbers: 'uxU8', joins: true }),
  },
  html: {
    escape: (text) => text.replaceAll(/[&<>"']/g, (mark) => HTML[mark] ?? mark),
    unescape: (text) => decodeHTMLStrict(text),
  },
  regex: {
    escape: (text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`),
    unescape: (text) => text.replaceAll(/\\([\\^$.*+?()[\]{}|/-])/g, '$1'),
  },
  shell: {
    escape: (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`,
    unescape: (text) => shellWord(text),
  },
  sql: {
    escape: (text) => text.replaceAll("'", "''"),
    unescape: (text) => {
      if (/(?<!')'(?:'')*(?!')/.test(text)) throw badInput('text: must hold quotes only in pairs')
      return text.replaceAll("''", "'")
    },
  },
  csv: {
    escape: (text) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text),
    unescape: (text) => csvField(text),
  },
  latex: {
    escape: (text) => text.replaceAll(/[\\~^&%$#_{}]/g, (mark) => LATEX[mark] ?? `\\${mark}`),
    unescape: (text) =>
      text.replaceAll(LATEX_READ, (_all, name: string | undefined, mark: string | undefined) =>
        name === undefined ? (mark ?? '') : (LATEX_NAMES[name] ?? ''),
      ),
  },
  markdown: {
    escape: (text) =>
      text
        .replaceAll(/[\\`*_{}[\]()<>#+!|~&]/g, String.raw`\$&`)
        .replaceAll(/^(\s*)([-=])/gm, String.raw`$1\$2`)
        .replaceAll(/^(\s*\d+)(?=\.)/gm, String.raw`$1\ `.trimEnd()),
    unescape: (text) => text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'),
  },
} satisfies Readonly<Record<string, Escape>>

function jsonText(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    throw badInput('text: must be the inside of a JSON string, without its quotes')
  }
}

function csvField(text: string): string {
  if (!text.startsWith('"')) {
    if (/["\r\n,]/.test(text))
      throw badInput('text: must be one field; quotes and commas need quotes')
    return text
  }
  const inside = text.slice(1, -1)
  if (text.length < 2 || !text.endsWith('"') || inside.replaceAll('""', '').includes('"'))
    throw badInput('text: must be one quoted field, with each quote inside doubled')
  return inside.replaceAll('""', '"')
}

const SHELL_PART = /'([^']*)'|"((?:[^"\\$`]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\$`|&;<>()]+)/y

/** One word of a POSIX shell; expansions are refused. */
function shellWord(text: string): string {
  const word = text.trim()
  let read = ''
  for (let at = 0; at < word.length;) {
    SHELL_PART.lastIndex = at
    const part = SHELL_PART.exec(word)
    if (!part)
      throw badInput(`text: must be one word of a shell, but holds ${excerpt(word.slice(at))}`)
    const [whole, single, double, escaped, plain] = part
    const mark = escaped === '\n' ? '' : escaped
    read += single ?? double?.replaceAll(/\\([\\"$`])|\\\n/g, '$1') ?? mark ?? plain ?? ''
    at += whole.length
  }
  return read
}
