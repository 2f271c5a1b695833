/** Scripts that occur in domain names; a letter of any other counts as `Other`. */
const SCRIPTS = (
  'Latin Cyrillic Greek Han Hiragana Katakana Hangul Bopomofo Arabic Hebrew Armenian Georgian ' +
  'Thai Lao Khmer Myanmar Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada ' +
  'Malayalam Sinhala Tibetan Ethiopic Cherokee Mongolian'
)
  .split(' ')
  .map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }))

const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u

/** Scripts that one language writes together: highly restrictive by Unicode's UTS 39. */
const TOGETHER = [
  new Set(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set(['Latin', 'Han', 'Bopomofo']),
  new Set(['Latin', 'Han', 'Hangul']),
]

/** The scripts of a label, without digits and marks that all share. */
export function scriptsOf(label: string): string[] {
  const letters = Array.from(label).filter((character) => !SHARED.test(character))
  const found = letters.map(
    (character) => SCRIPTS.find(({ letter }) => letter.test(character))?.name ?? 'Other',
  )
  return [...new Set(found)]
}

export function areMixed(scripts: readonly string[]): boolean {
  return scripts.length > 1 && !TOGETHER.some((set) => scripts.every((script) => set.has(script)))
}

/** Latin letters, and the lower-case letters of other scripts that most fonts draw alike. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: '\u0430\u03b1\u0251',
  b: '\u0185',
  c: '\u0441',
  d: '\u0501',
  e: '\u0435\u04bd',
  g: '\u0261',
  h: '\u04bb\u0570',
  i: '\u0456\u03b9\u0131',
  j: '\u0458',
  k: '\u03ba',
  l: '\u04cf',
  n: '\u0578',
  o: '\u043e\u03bf\u0585',
  p: '\u0440\u03c1',
  q: '\u051b',
  s: '\u0455',
  u: '\u03c5\u057d',
  v: '\u03bd\u0475',
  w: '\u051d',
  x: '\u0445',
  y: '\u0443\u03b3',
}

const LATIN_OF = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) =>
    Array.from(others, (other) => [other, latin] as const),
  ),
)

/** The ASCII label that another would be taken for; nothing if a letter has no look-alike. */
export function asciiLookalikeOf(label: string): string | undefined {
  const taken = Array.from(label, (character) => LATIN_OF.get(character) ?? character).join('')
  return taken !== label && /^[a-z0-9-]+$/.test(taken) ? taken : undefined
}
