import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { lazily } from '../../../../base/lib/lazily.ts'

const WORDS_MAX = 20

export default defineTool({
  route: 'POST /api/password-strength',
  name: 'Password strength',
  description:
    'How many guesses a password really takes, by words, dates, keyboard rows and what is swapped ' +
    'for letters, and how to better it; nothing is stored.',
  asks: [
    'how long would it take to crack this passphrase',
    'realistic strength of a password, and what makes it weak',
    'how fast can a hacker guess it',
    'is my login word good enough',
    'weak password',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    password: z.string().min(1).max(128).describe('1 to 128 characters.'),
    userInputs: z
      .array(z.string().max(100))
      .max(WORDS_MAX)
      .default([])
      .describe('Words that an attacker may know, such as the name: up to 20.'),
  }),
  output: z.object({
    score: z.int().min(0).max(4).describe('Score, 0 worst to 4 best; 3 is enough for a slow hash.'),
    guessesLog10: z.number(),
    crackTimes: z
      .record(z.string(), z.object({ seconds: z.number(), text: z.string() }))
      .describe('Time to guess it, by the speed of the attacker.'),
    warning: z.string().nullable(),
    suggestions: z.array(z.string()),
    patterns: z
      .array(
        z.object({
          pattern: z.string(),
          begin: z.int().describe('Index of the first character.'),
          end: z.int().describe('Index of the last character.'),
          dictionary: z.string().nullable(),
          guessesLog10: z.number(),
        }),
      )
      .describe('Parts of the password, without their text.'),
  }),
  examples: [
    { input: { password: 'Tr0ub4dor&3' } },
    { input: { password: 'correct horse battery staple', userInputs: ['horse'] } },
  ],

  async run({ password, userInputs }) {
    const estimate = await estimator()
    const told = estimate(password, userInputs)
    const { score, guessesLog10, crackTimes, feedback, sequence } = told
    return {
      score,
      guessesLog10: places(guessesLog10),
      crackTimes: Object.fromEntries(
        Object.entries(crackTimes).map(([rate, { seconds, display }]) => [
          rate,
          { seconds: Math.min(seconds, SECONDS_MAX), text: display },
        ]),
      ),
      warning: feedback.warning ?? null,
      suggestions: feedback.suggestions,
      patterns: sequence.map((match) => ({
        pattern: match.pattern,
        begin: match.i,
        end: match.j,
        dictionary: typeof match['dictionaryName'] === 'string' ? match['dictionaryName'] : null,
        guessesLog10: places(match.guessesLog10),
      })),
    }
  },
})

const SECONDS_MAX = 1e15
const places = (value: number): number => Math.round(value * 1e4) / 1e4

interface Estimate {
  readonly score: number
  readonly guessesLog10: number
  readonly crackTimes: Readonly<
    Record<string, { readonly seconds: number; readonly display: string }>
  >
  readonly feedback: { readonly warning?: string | null; readonly suggestions: string[] }
  readonly sequence: readonly (Readonly<Record<string, unknown>> & {
    readonly pattern: string
    readonly i: number
    readonly j: number
    readonly guessesLog10: number
  })[]
}
type Estimator = (password: string, words: readonly string[]) => Estimate

/** The word lists take a third of a second to load, once per thread. */
const estimator = lazily(load)

async function load(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const factory = new ZxcvbnFactory({
    translations: english.translations,
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ...english.dictionary },
  })
  return (password, words) => factory.check(password, [...words]) as unknown as Estimate
}
