import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'

const Case = z.enum([
  'camel',
  'pascal',
  'snake',
  'kebab',
  'constant',
  'title',
  'sentence',
  'upper',
  'lower',
  'dot',
  'path',
])

export default defineTool({
  route: 'POST /api/case-convert',
  name: 'Case convert',
  description:
    'Changes the case of identifiers and text: camelCase, snake_case, kebab-case, title case and more.',
  asks: [
    'turn a phrase into camelCase or snake_case',
    'change words to upper case or title case',
    'make it upper case',
    'camel case to snake case',
    'title case',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(2 * text.length),
  input: z.object({
    text: text(200 * KB).describe('An identifier, a phrase or several lines, up to 200 KB.'),
    to: Case.describe(
      'Target case. camel to constant, dot and path join the words of each line; title follows ' +
        'English rules; sentence, upper and lower keep punctuation.',
    ),
  }),
  output: z.object({
    text: z.string(),
    words: z.array(z.string()).describe('The words that were found, in order.'),
  }),
  examples: [
    {
      input: { text: 'hello world example', to: 'camel' },
      output: { text: 'helloWorldExample', words: ['hello', 'world', 'example'] },
    },
    {
      input: { text: 'parseHTTPResponse2 value', to: 'snake' },
      output: {
        text: 'parse_http_response2_value',
        words: ['parse', 'HTTP', 'Response2', 'value'],
      },
    },
    {
      input: { text: 'the lord of the rings: a tale', to: 'title' },
      output: {
        text: 'The Lord of the Rings: A Tale',
        words: ['the', 'lord', 'of', 'the', 'rings', 'a', 'tale'],
      },
    },
  ],

  run({ text, to }) {
    const words = partsOf(text)
    if (words.length === 0) throw badInput('text: must hold at least one letter or digit')
    return { text: inCase(text, to), words }
  },
})

function inCase(text: string, to: z.output<typeof Case>): string {
  if (to === 'upper') return text.toUpperCase()
  if (to === 'lower') return text.toLowerCase()
  if (to === 'title') return titled(spaced(text))
  if (to === 'sentence') return sentenced(spaced(text))
  return text
    .split('\n')
    .map((line) => JOINED[to](partsOf(line)))
    .join('\n')
}

/** An identifier of several words becomes a phrase. */
function spaced(text: string): string {
  const isIdentifier = /^[\p{L}\p{N}_-]+$/u.test(text) && /[_-]|\p{Ll}\p{Lu}/u.test(text)
  return isIdentifier ? partsOf(text).join(' ') : text
}

const WORD =
  /\p{Lu}+(?=\p{Lu}[\p{Ll}\p{M}])\p{N}*|\p{Lu}?[\p{Ll}\p{M}]+\p{N}*|\p{Lu}[\p{Lu}\p{M}]*\p{N}*|[\p{Lt}\p{Lm}\p{Lo}\p{M}]+\p{N}*|\p{N}+/gu

/**
 * Splits at white space, punctuation and changes of case; digits stay with the preceding letters.
 */
const partsOf = (text: string): readonly string[] =>
  text.replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '').match(WORD) ?? []

const lower = (word: string): string => word.toLowerCase()
const capital = (word: string): string => {
  const [first = ''] = word
  return first.toUpperCase() + word.slice(first.length)
}
const pascal = (word: string): string => capital(lower(word))

const JOINED = {
  camel: (words) => words.map((word, at) => (at === 0 ? lower(word) : pascal(word))).join(''),
  pascal: (words) => words.map(pascal).join(''),
  snake: (words) => words.map(lower).join('_'),
  kebab: (words) => words.map(lower).join('-'),
  constant: (words) => words.join('_').toUpperCase(),
  dot: (words) => words.map(lower).join('.'),
  path: (words) => words.map(lower).join('/'),
} satisfies Readonly<Record<string, (words: readonly string[]) => string>>

/** Articles, short prepositions and conjunctions. */
const SMALL = new Set(
  'a an and as at but by for from if in into nor of off on onto or over per so the to up via vs with yet'.split(
    ' ',
  ),
)
const RUN = /[\p{L}\p{N}\p{M}]+(?:['’.][\p{L}\p{M}]+)*/gu

/** A name with capitals inside, such as iPhone or NASA. */
const isNamed = (word: string): boolean => /.\p{Lu}/u.test(word)
/** A text without lower-case letters says nothing about names. */
const isShouted = (text: string): boolean => !/\p{Ll}/u.test(text)

/**
 * English rules: short function words stay in lower case, except first, last, and after a colon.
 */
function titled(text: string): string {
  const shouted = isShouted(text)
  const runs = [...text.matchAll(RUN)]
  const last = runs.at(-1)?.index
  let opens = true
  let end = 0
  return text.replaceAll(RUN, (word: string, index: number) => {
    const between = text.slice(end, index)
    const isFirst = opens || /[:.?!—\n]/.test(between) || between.endsWith('(')
    opens = false
    end = index + word.length
    if (!shouted && isNamed(word)) return word
    const small = word.toLowerCase()
    return SMALL.has(small) && !isFirst && index !== last ? small : capital(small)
  })
}

/** A capital at the start of each sentence; names with capitals inside stay. */
function sentenced(text: string): string {
  const shouted = isShouted(text)
  let end = 0
  return text.replaceAll(RUN, (word: string, index: number) => {
    const isFirst = end === 0 || /[.?!]\s|\n/.test(text.slice(end, index))
    end = index + word.length
    if (!shouted && isNamed(word)) return word
    const isPronoun = /^i(?:['’](?:m|d|ll|ve|s))?$/i.test(word)
    const small = word.toLowerCase()
    return isFirst || isPronoun ? capital(small) : small
  })
}
