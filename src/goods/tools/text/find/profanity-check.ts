import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { united, replaced, type Span } from '../../../../engines/language/text-spans.ts'

const MATCHES_MAX = 5_000

export default defineTool({
  route: 'POST /api/profanity-check',
  name: 'Profanity check',
  description:
    'Finds and censors swear words and slurs in English text, also those written with digits, stretched or letter by letter.',
  asks: [
    'does a comment contain swear words',
    'censor bad language in user messages',
    'bad words in a comment',
    'is it rude',
    'censor',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(200 * KB).describe('English text, up to 200 KB.'),
    mask: z
      .string()
      .max(20)
      .default('*')
      .describe(
        'One character replaces each letter of the word; a longer text, up to 20, replaces the whole word.',
      ),
  }),
  output: z.object({
    found: z.boolean(),
    matches: z
      .array(
        z.object({
          term: z.string().describe('The word that is meant.'),
          start: z.int().describe('Offset in UTF-16 code units, from 0.'),
          end: z.int().describe('End: the first code unit after it.'),
        }),
      )
      .describe(`The first ${MATCHES_MAX}, in the order of the text.`),
    count: z.int(),
    censored: z.string(),
  }),
  examples: [
    {
      input: { text: 'what the h3ll' },
      output: {
        found: true,
        matches: [{ term: 'hell', start: 9, end: 13 }],
        count: 1,
        censored: 'what the ****',
      },
    },
  ],

  async run({ text, mask }) {
    const obscenity = await import('obscenity')
    const found = [...bySpelling(obscenity, text), ...mild(text), ...apart(obscenity, text)]
    const matches = united(found)
    const single = Array.from(mask).length === 1
    return {
      found: matches.length > 0,
      matches: matches.slice(0, MATCHES_MAX),
      count: matches.length,
      censored: replaced(text, matches, ({ start, end }) =>
        single ? mask.repeat(Array.from(text.slice(start, end)).length) : mask,
      ),
    }
  },
})

interface Match extends Span {
  readonly term: string
}

type Obscenity = typeof import('obscenity')

/** Milder words that the library does not find. */
const MILD =
  /(?<![\p{L}\p{N}])(?:h[e3]ll|(?:god)?d[a@4]mn(?:ed|it)?|cr[a@4]p(?:py)?|b[a@4]st[a@4]rds?|p[i1!]ss(?:ed|ing)?)(?![\p{L}\p{N}])/giu

const LETTERS: Readonly<Record<string, string>> = {
  '3': 'e',
  '@': 'a',
  '4': 'a',
  '1': 'i',
  '!': 'i',
}

const mild = (text: string): readonly Match[] =>
  [...text.matchAll(MILD)].map(({ index, 0: word }) => ({
    term: word.toLowerCase().replaceAll(/[34@1!]/g, (sign) => LETTERS[sign] ?? sign),
    start: index,
    end: index + word.length,
  }))

/** Words that only contain one, which the library would report. */
const SPARED = 'cockpit peacock cocktail cockatoo cockroach hancock hitchcock woodcock'.split(' ')

function matcherOf({
  DataSet,
  englishDataset,
  englishRecommendedTransformers,
  RegExpMatcher,
}: Obscenity) {
  const dataset = new DataSet<{ originalWord: string }>().addAll(englishDataset)
  const { whitelistedTerms = [], ...built } = dataset.build()
  const matcher = new RegExpMatcher({
    ...built,
    whitelistedTerms: [...whitelistedTerms, ...SPARED],
    ...englishRecommendedTransformers,
  })
  return { dataset, matcher }
}

function bySpelling(obscenity: Obscenity, text: string): readonly Match[] {
  const { dataset, matcher } = matcherOf(obscenity)
  return matcher.getAllMatches(text).map((match) => {
    const { phraseMetadata, startIndex, endIndex } = dataset.getPayloadWithPhraseMetadata(match)
    return { term: phraseMetadata?.originalWord ?? '', start: startIndex, end: endIndex + 1 }
  })
}

/** Single letters: `f u c k` or `f.u.c.k`. */
const LETTERS_APART =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}@$!](?:[ .*_-][\p{L}\p{N}@$!]){2,19}(?![\p{L}\p{N}])/gu

function apart(obscenity: Obscenity, text: string): readonly Match[] {
  const { dataset, matcher } = matcherOf(obscenity)
  return [...text.matchAll(LETTERS_APART)].flatMap(({ index, 0: run }) => {
    const word = run.replaceAll(/[ .*_-]/g, '')
    const [match] = matcher.getAllMatches(word)
    if (match === undefined || match.startIndex > 0 || match.endIndex < word.length - 1) return []
    const { phraseMetadata } = dataset.getPayloadWithPhraseMetadata(match)
    return [{ term: phraseMetadata?.originalWord ?? '', start: index, end: index + run.length }]
  })
}
