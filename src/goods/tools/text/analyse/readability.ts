import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { sentencesOf, wordsOf, type Segment } from '../../../../engines/language/segments.ts'

const LISTED_MAX = 20
const COMPLEX_MAX = 200
/** From this grade on, a sentence is hard for most readers. */
const HARD_GRADE = 14

const Score = z.number().nullable()

export default defineTool({
  route: 'POST /api/readability',
  name: 'Readability',
  description:
    'Measures how hard an English text is to read: Flesch, Flesch-Kincaid, Gunning fog, SMOG, Coleman-Liau and ARI, with its hardest sentences.',
  asks: [
    'reading grade level of an article by flesch kincaid',
    'which sentences are too hard to read',
    'is my text easy to understand',
    'for which school grade is it',
    'simple language',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(500 * KB).describe(
      'English text, up to 500 KB; below 100 words the scores are unreliable.',
    ),
  }),
  output: z.object({
    fleschEase: Score.describe('About 0 to 100, higher is easier. Null without a word.'),
    fleschKincaidGrade: Score,
    gunningFog: Score.describe(
      'Gunning fog index; complex words have three syllables without -es, -ed and -ing, and are not names.',
    ),
    smog: Score,
    colemanLiau: Score,
    ari: Score,
    gradeLevel: Score.describe('US school year: the median of the five grades.'),
    hardSentences: z
      .array(z.object({ text: z.string(), start: z.int(), words: z.int(), grade: z.number() }))
      .describe(
        `At most ${LISTED_MAX} from Flesch-Kincaid grade ${HARD_GRADE} on, hardest first; start ` +
          'in UTF-16 code units.',
      ),
    complexWords: z.array(z.string()).describe(`In lower case, the first ${COMPLEX_MAX}.`),
  }),
  examples: [
    {
      input: { text: 'The cat sat on the mat. It was happy.' },
      output: {
        fleschEase: 108.26750000000001,
        fleschKincaidGrade: -0.7238888888888866,
        gunningFog: 1.8,
        smog: 3.1291,
        colemanLiau: -4.737777777777779,
        ari: -5.049999999999997,
        gradeLevel: -0.7238888888888866,
        hardSentences: [],
        complexWords: [],
      },
    },
  ],

  async run({ text }) {
    const { syllable } = await import('syllable')
    const known = new Map<string, number>()
    const syllablesOf = (word: string): number => {
      const count = known.get(word) ?? Math.max(1, syllable(word))
      known.set(word, count)
      return count
    }
    const sentences = sentencesOf(text)
      .map((sentence) => ({ ...sentence, words: wordsOf(sentence.text) }))
      .filter(({ words }) => words.length > 0)
    const words = sentences.flatMap((sentence) => sentence.words)
    const complex = sentences.flatMap((sentence) =>
      sentence.words.filter((word) => isComplex(word, syllablesOf)).map(({ text: one }) => one),
    )
    const hard = sentences
      .map(({ text: written, start, words: own }) => ({
        text: written,
        start,
        words: own.length,
        grade: kincaid(own.length, 1, totalOf(own, syllablesOf)),
      }))
      .filter(({ grade }) => grade >= HARD_GRADE)
      .toSorted((one, other) => other.grade - one.grade)
    return {
      ...scoresOf(sentences.length, words, complex.length, syllablesOf),
      hardSentences: hard.slice(0, LISTED_MAX),
      complexWords: [...new Set(complex.map((word) => word.toLowerCase()))].slice(0, COMPLEX_MAX),
    }
  },
})

type Syllables = (word: string) => number

const totalOf = (words: readonly Segment[], syllablesOf: Syllables): number =>
  words.reduce((sum, { text }) => sum + syllablesOf(text.toLowerCase()), 0)

/** Gunning's complex words: not names, which have a capital inside a sentence. */
function isComplex({ text, start }: Segment, syllablesOf: Syllables): boolean {
  const isName = start > 0 && /^\p{Lu}/u.test(text)
  const bare = text.toLowerCase().replace(/(?:es|ed|ing)$/, '')
  return !isName && bare !== '' && syllablesOf(bare) >= 3
}

const kincaid = (words: number, sentences: number, syllables: number): number =>
  0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59

function scoresOf(
  sentences: number,
  words: readonly Segment[],
  complex: number,
  syllablesOf: Syllables,
) {
  const { length: count } = words
  if (count === 0) return NO_SCORES
  const syllables = totalOf(words, syllablesOf)
  const many = words.filter(({ text }) => syllablesOf(text.toLowerCase()) >= 3).length
  const letters = words.reduce(
    (sum, { text }) => sum + text.replaceAll(/[^\p{L}\p{N}]/gu, '').length,
    0,
  )
  const grades = {
    fleschKincaidGrade: kincaid(count, sentences, syllables),
    gunningFog: 0.4 * (count / sentences + (100 * complex) / count),
    smog: 1.043 * Math.sqrt((many * 30) / sentences) + 3.1291,
    colemanLiau: (5.88 * letters) / count - (29.6 * sentences) / count - 15.8,
    ari: (4.71 * letters) / count + (0.5 * count) / sentences - 21.43,
  }
  const [, , middle = null] = Object.values(grades).toSorted((one, other) => one - other)
  return {
    fleschEase: 206.835 - 1.015 * (count / sentences) - 84.6 * (syllables / count),
    ...grades,
    gradeLevel: middle,
  }
}

const NO_SCORES = {
  fleschEase: null,
  fleschKincaidGrade: null,
  gunningFog: null,
  smog: null,
  colemanLiau: null,
  ari: null,
  gradeLevel: null,
}
