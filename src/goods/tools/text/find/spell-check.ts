import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { replaced } from '../../../../engines/language/text-spans.ts'

const LISTED_MAX = 2_000
/** Suggestions for one word take up to a second. */
const SUGGESTED_MAX = 20
const SUGGESTED_LENGTH_MAX = 20
const SUGGESTIONS_MAX = 5

export default defineTool({
  route: 'POST /api/spell-check',
  name: 'Spell check',
  description:
    'Finds misspelled words in English text by the Hunspell word lists, American or British, and suggests corrections.',
  asks: [
    'find spelling mistakes in a text',
    'correct typos in english writing',
    'are there mistakes in my letter',
    'wrong spelling',
    'proofread',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(100 * KB).describe('English text, up to 100 KB.'),
    dialect: z.enum(['en-US', 'en-GB']).default('en-US').describe('American or British English.'),
    ignore: z
      .array(z.string().min(1).max(100))
      .max(1_000)
      .default([])
      .describe('Words to accept, in any case; up to 1000.'),
  }),
  output: z.object({
    misspelled: z
      .array(
        z.object({
          word: z.string(),
          index: z.int().describe('Offset in UTF-16 code units, from 0.'),
          suggestions: z
            .array(z.string())
            .describe(
              `Best first, up to ${SUGGESTIONS_MAX}; for the first ${SUGGESTED_MAX} words of up to ` +
                `${SUGGESTED_LENGTH_MAX} letters, empty for others.`,
            ),
        }),
      )
      .describe(`The first ${LISTED_MAX}. Words with digits or all in capitals are skipped.`),
    count: z.int().describe('Number of all misspelled words.'),
    corrected: z.string().describe('Text with the first suggestion for each word that has one.'),
  }),
  examples: [
    {
      input: { text: 'I recieve teh mail' },
      output: {
        misspelled: [
          { word: 'recieve', index: 2, suggestions: ['receive', 'relieve'] },
          { word: 'teh', index: 10, suggestions: ['the', 'ten', 'eh', 'meh', 'tea'] },
        ],
        count: 2,
        corrected: 'I receive the mail',
      },
    },
  ],

  async run({ text, dialect, ignore }) {
    const { correct, suggest } = await spellingOf(dialect)
    const right = new Set(ignore.map((word) => word.toLowerCase()))
    const known = new Map<string, boolean>()
    const isRight = (word: string): boolean => {
      const told =
        known.get(word) ??
        (right.has(word.toLowerCase()) ||
          correct(word) ||
          (dialect === 'en-GB' && correct(word.replace(OXFORD, 'is'))))
      known.set(word, told)
      return told
    }
    const found = [...text.matchAll(WORD)]
      .map(({ index, 0: word }) => ({ index, word: word.replaceAll('’', "'") }))
      .filter(({ word }) => !isPassed(word) && !isRight(word))
    const suggestions = new Map<string, readonly string[]>()
    for (const { word } of found) {
      if (suggestions.size >= SUGGESTED_MAX) break
      if (word.length <= SUGGESTED_LENGTH_MAX && !suggestions.has(word))
        suggestions.set(
          word,
          [...new Set([...swappedOf(word).filter(correct), ...suggest(word)])].slice(
            0,
            SUGGESTIONS_MAX,
          ),
        )
    }
    const misspelled = found.map(({ index, word }) => ({
      word,
      index,
      suggestions: suggestions.get(word) ?? [],
    }))
    const spans = misspelled.map(({ word, index, suggestions: better }) => ({
      start: index,
      end: index + word.length,
      by: better[0] ?? word,
    }))
    return {
      misspelled: misspelled.slice(0, LISTED_MAX),
      count: found.length,
      corrected: replaced(text, spans, ({ by }) => by),
    }
  },
})

/** Some people write organize in British English too; the word list has only organise. */
const OXFORD = /iz(?=(?:e[ds]?|ers?|ing|ations?|able)$)/

/** Two swapped letters are the most common typing error; the first letter is usually right. */
const swappedOf = (word: string): readonly string[] =>
  Array.from(
    { length: word.length - 1 },
    (_, at) =>
      word.slice(0, at) +
      word
        .slice(at, at + 2)
        .split('')
        .toReversed()
        .join('') +
      word.slice(at + 2),
  )
    .filter((swapped) => swapped !== word)
    .toReversed()

/** Not inside addresses, file names and code. */
const WORD = /(?<![\w@/\\.#&-])\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*(?![\w@/\\]|\.\w|\p{M})/gu

const isPassed = (word: string): boolean =>
  word.length > 60 || (word.length > 1 && word === word.toUpperCase()) || /\p{Ll}\p{Lu}/u.test(word)

interface Spelling {
  correct(word: string): boolean
  suggest(word: string): readonly string[]
}

interface Dictionary {
  readonly aff: Uint8Array
  readonly dic: Uint8Array
}

async function spellingOf(dialect: 'en-US' | 'en-GB'): Promise<Spelling> {
  // @ts-expect-error The package has no types.
  const { default: nspell } = (await import('nspell')) as {
    default(dictionary: Dictionary): Spelling
  }
  const { default: dictionary } =
    dialect === 'en-US' ? await import('dictionary-en') : await import('dictionary-en-gb')
  const spelling = nspell(dictionary)
  return {
    correct: (word) => spelling.correct(word),
    suggest: (word) => spelling.suggest(word),
  }
}
