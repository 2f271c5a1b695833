import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { scriptsIn } from '../../../../engines/language/scripts.ts'
import { wordsOf } from '../../../../engines/language/segments.ts'

const ALTERNATIVES_MAX = 5

export default defineTool({
  route: 'POST /api/language-detect',
  name: 'Language detect',
  description:
    'Detects the language and the script of a text, among 62 languages, with alternatives.',
  asks: [
    'what language is this text written in',
    'detect whether a comment is Spanish or Portuguese',
    'what language is this',
    'is the text Dutch or German',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(100 * KB).describe('The text, up to 100 KB; whole sentences give the best results.'),
    candidates: z
      .array(
        z.string().regex(/^[a-z]{2}$/, { error: 'must be two lower-case letters, such as en' }),
      )
      .min(1)
      .max(62)
      .optional()
      .describe('Only these languages: ISO 639-1 codes, such as en or pt.'),
  }),
  output: z.object({
    language: z.string().describe('ISO 639-1 code; und if it cannot be determined.'),
    name: z.string().describe('Name in English.'),
    confidence: z
      .number()
      .describe('0 to 1; at most 0.3 for fewer than four words, unless the script decides.'),
    script: z
      .string()
      .nullable()
      .describe('Script of most letters, such as Latin; null without letters.'),
    alternatives: z
      .array(z.object({ language: z.string(), name: z.string(), confidence: z.number() }))
      .describe(`At most ${ALTERNATIVES_MAX}, most likely first.`),
  }),
  examples: [
    {
      input: { text: "Ceci n'est pas une pipe" },
      output: {
        language: 'fr',
        name: 'French',
        confidence: 1,
        script: 'Latin',
        alternatives: [],
      },
    },
    {
      input: { text: 'これはペンです。' },
      output: {
        language: 'ja',
        name: 'Japanese',
        confidence: 1,
        script: 'Hiragana',
        alternatives: [],
      },
    },
  ],

  async run({ text, candidates }) {
    const { detectAll, supportedLanguages, toISO2 } = await import('tinyld')
    const known = new Set(supportedLanguages.map((code) => toISO2(code)))
    const unknown = candidates?.find((code) => !known.has(code))
    if (unknown !== undefined)
      throw badInput(`candidates: ${unknown} must be one of ${[...known].toSorted().join(', ')}`)
    const script = scriptOf(text)
    const own = ownLanguage(text)
    if (own !== null && (candidates === undefined || candidates.includes(own)))
      return { ...withName(own), confidence: 1, script, alternatives: [] }
    const found = detectAll(text, candidates === undefined ? {} : { only: [...candidates] })
    const whole = found.reduce((sum, { accuracy }) => sum + accuracy, 0)
    const isShort = wordsOf(text).length < WORDS_MIN
    const likely = found.map(({ lang, accuracy }) => ({
      ...withName(toISO2(lang)),
      confidence: rounded(Math.min(accuracy / whole, isShort ? SHORT_MAX : 1)),
    }))
    const [best = script === 'Han' ? CHINESE : NONE, ...others] = likely
    return { ...best, script, alternatives: others.slice(0, ALTERNATIVES_MAX) }
  },
})

const WORDS_MIN = 4
const SHORT_MAX = 0.3
/** A few such characters alone could be Japanese too. */
const CHINESE = { language: 'zh', name: 'Chinese', confidence: 0.5 }
const NONE = { language: 'und', name: 'Unknown', confidence: 0 }

const rounded = (share: number): number => Math.round(share * 1_000) / 1_000

const NAMES = new Intl.DisplayNames('en', { type: 'language' })
const withName = (language: string) => ({ language, name: NAMES.of(language) ?? language })

/** Scripts that only one of the known languages uses. */
const OWN: readonly (readonly [script: RegExp, language: string])[] = (
  [
    ['Hiragana}\\p{Script=Katakana', 'ja'],
    ['Hangul', 'ko'],
    ['Thai', 'th'],
    ['Greek', 'el'],
    ['Hebrew', 'he'],
    ['Armenian', 'hy'],
    ['Georgian', 'ka'],
    ['Khmer', 'km'],
    ['Myanmar', 'my'],
    ['Bengali', 'bn'],
    ['Tamil', 'ta'],
    ['Telugu', 'te'],
    ['Kannada', 'kn'],
    ['Gujarati', 'gu'],
  ] as const
).map(([script, language]) => [new RegExp(`[\\p{Script=${script}}]`, 'gu'), language])

const LETTERS = /\p{L}/gu
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The language whose own script most letters have; Han together with kana is Japanese. */
function ownLanguage(text: string): string | null {
  const letters = countOf(text, LETTERS)
  const han = countOf(text, /\p{Script=Han}/gu)
  for (const [script, language] of OWN) {
    const count = countOf(text, script)
    const all = language === 'ja' && count * KANA_SHARE > han ? count + han : count
    if (letters > 0 && all / letters > 0.5) return language
  }
  return null
}

/** Japanese text has more kana than one for this many Han characters. */
const KANA_SHARE = 8

function scriptOf(text: string): string | null {
  const counts = scriptsIn(text).map(
    (name) => [name, countOf(text, new RegExp(`\\p{Script=${name}}`, 'gu'))] as const,
  )
  const [most] = counts.toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? null
}
