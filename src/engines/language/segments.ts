/** Words, sentences and characters by Unicode segmentation. */

export interface Segment {
  readonly text: string
  /** In UTF-16 code units; `end` is the first unit after it. */
  readonly start: number
  readonly end: number
}

type Granularity = 'grapheme' | 'word' | 'sentence'

function segments(text: string, granularity: Granularity, language: string): Intl.SegmentData[] {
  return [...new Intl.Segmenter(language, { granularity }).segment(text)]
}

const located = ({ segment, index }: Intl.SegmentData): Segment => ({
  text: segment,
  start: index,
  end: index + segment.length,
})

/** Words and numbers, without separators. */
export const wordsOf = (text: string, language = 'en'): readonly Segment[] =>
  segments(text, 'word', language)
    .filter(({ isWordLike }) => isWordLike)
    .map(located)

/** Text in which every character is one code unit. */
const PLAIN = /^[\n\x20-\x7e]*$/

/** What a reader counts as one character. */
export const charactersOf = (text: string): readonly string[] =>
  PLAIN.test(text) ? text.split('') : segments(text, 'grapheme', 'en').map(({ segment }) => segment)

export const charactersIn = (text: string): number =>
  PLAIN.test(text) ? text.length : charactersOf(text).length

export const locatedCharacters = (text: string): readonly Segment[] =>
  segments(text, 'grapheme', 'en').map(located)

/** Abbreviations whose full stop does not end a sentence, even before a capital letter. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  en: 'mr mrs ms dr prof st sr jr gen col sgt capt lt rev hon gov sen rep vs no vol fig al approx dept inc ltd corp mt ft eg ie e.g i.e cf ph.d u.s u.k jan feb mar apr jun jul aug sep sept oct nov dec',
  de: 'hr fr dr prof nr str bzw ca z.b u.a d.h vgl abs art bd s st evtl ggf inkl max min tel usw jan feb aug sept okt nov dez',
  fr: 'm mm mme mlle dr pr st ste av bd p pp art cf env ex etc fig n no vol janv févr avr juil sept oct nov déc',
  es: 'sr sra srta dr dra prof d dña ud uds av pág núm art cap ej etc fig vol ee.uu',
  it: 'sig sig.ra sigg dott dott.ssa prof avv ing art cap ecc es fig pag vol n s',
  pt: 'sr sra dr dra prof profa av art cap ex fig pág n núm vol',
  nl: 'dhr mevr mw dr prof ing ir st bijv nr blz enz d.w.z o.a m.b.t t.o.v',
}

const abbreviationsOf = (language: string): ReadonlySet<string> => {
  const [code = 'en'] = language.toLowerCase().split('-')
  return new Set((ABBREVIATIONS[code] ?? ABBREVIATIONS['en'] ?? '').split(' '))
}

/** The last word before a full stop, with the full stops inside it. */
const LAST_WORD = /(?:^|[\s("'“‘])([\p{L}.]{1,10})\.\s*$/u
const INITIAL = /^\p{Lu}(?:\.\p{Lu})*$/u

/** Sentences. The full stop of an abbreviation or an initial does not end one. */
export function sentencesOf(text: string, language = 'en'): readonly Segment[] {
  const known = abbreviationsOf(language)
  const found: Segment[] = []
  let isOpen = false
  for (const segment of segments(text, 'sentence', language)) {
    const next = located(segment)
    const before = isOpen ? found.pop() : undefined
    const whole = before
      ? { text: before.text + next.text, start: before.start, end: next.end }
      : next
    found.push(whole)
    isOpen = endsInAbbreviation(next.text, known)
  }
  return found.map(trimmed).filter(({ text: sentence }) => sentence !== '')
}

function endsInAbbreviation(text: string, known: ReadonlySet<string>): boolean {
  if (/[\r\n\u2029]\s*$/.test(text.slice(-20))) return false
  const [, word = ''] = LAST_WORD.exec(text.slice(-30)) ?? []
  return word !== 'I' && (INITIAL.test(word) || known.has(word.toLowerCase()))
}

/** The segment without white space around it. */
function trimmed({ text, start }: Segment): Segment {
  const bare = text.trim()
  const from = start + (text.length - text.trimStart().length)
  return { text: bare, start: from, end: from + bare.length }
}

/** Blocks of lines, apart by at least one blank line. */
export function paragraphsOf(text: string): readonly Segment[] {
  const found: Segment[] = []
  let start = 0
  for (const { 0: gap, index } of text.matchAll(/\r?\n(?:[^\S\r\n]*\r?\n)+/g)) {
    found.push({ text: text.slice(start, index), start, end: index })
    start = index + gap.length
  }
  found.push({ text: text.slice(start), start, end: text.length })
  return found.map(trimmed).filter(({ text: block }) => block !== '')
}

/** Splits at any line end. A line end at the end of the text begins no further line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
