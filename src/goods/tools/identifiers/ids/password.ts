import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { createUnseeded, type Draw } from '../../../../engines/numbers/seeded.ts'
import { countField } from './_fields.ts'

const COUNT_MAX = 100
const CLASSES = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  symbols: '!#$%&*+-./:;<=>?@^_~',
}
/** Characters that readers confuse with each other. */
const AMBIGUOUS = /[01ILOl|]/g

const Input = z.object({
  length: z.int().min(8).max(256).default(20).describe('Length of a password, 8 to 256.'),
  count: countField(COUNT_MAX),
  symbols: z.boolean().default(true).describe('Whether symbols are among the characters.'),
  ambiguous: z.boolean().default(false).describe('Whether 0 O 1 l I may be among them.'),
  words: z
    .int()
    .min(3)
    .max(12)
    .optional()
    .describe('Number of words of a passphrase, 3 to 12; makes passphrases instead of passwords.'),
  separator: z
    .string()
    .max(5)
    .regex(/^[ -~]*$/, { error: 'must be visible ASCII characters or spaces' })
    .default('-')
    .describe('Separator between the words, up to 5 characters.'),
})

export default defineTool({
  route: 'GET /api/password',
  name: 'Password generate',
  description:
    'Strong random passwords with every class of characters, or passphrases of words, with their entropy; nothing is stored.',
  asks: [
    'generate a strong random password',
    'make a passphrase of six words with its entropy',
    'I need a new password',
    'passphrase that I can remember',
    'secure login word',
    'strong random characters',
  ],
  price: '$0.001',
  uses: {},
  secret: true,
  input: Input,
  output: z.object({
    passwords: z.array(z.string()).describe('Keep them secret.'),
    entropyBits: z.number().describe('Entropy of each in bits, by the way it was made.'),
    count: z.int().describe('Number of all.'),
    wordList: z.string().optional().describe('Source of the words.'),
  }),
  examples: [{ input: { length: 24 } }, { input: { words: 6 } }],

  async run(input) {
    const draw = createUnseeded()
    const { count, words } = input
    const times = (make: () => string) => Array.from({ length: count }, make)
    if (words !== undefined) {
      const { wordList, WORDS_SOURCE } = await import('./_words.ts')
      const list = wordList()
      return {
        passwords: times(() => phraseOf(list, words, input.separator, draw)),
        entropyBits: bits(words * Math.log2(list.length)),
        count,
        wordList: WORDS_SOURCE,
      }
    }
    const classes = classesOf(input)
    return {
      passwords: times(() => passwordOf(classes, input.length, draw)),
      entropyBits: bits(entropyOf(classes, input.length)),
      count,
    }
  },
})

const bits = (exact: number): number => Math.floor(exact * 100) / 100

function classesOf({ symbols, ambiguous }: z.output<typeof Input>): readonly string[] {
  const all = Object.entries(CLASSES).flatMap(([name, of]) =>
    name === 'symbols' && !symbols ? [] : [of],
  )
  return ambiguous ? all : all.map((of) => of.replaceAll(AMBIGUOUS, ''))
}

function phraseOf(list: readonly string[], words: number, separator: string, draw: Draw): string {
  return Array.from({ length: words }, () => list[draw.below(list.length)]).join(separator)
}

/** Drawn again until it has each class, so that all valid passwords have the same probability. */
function passwordOf(classes: readonly string[], length: number, draw: Draw): string {
  const alphabet = classes.join('')
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const made = Array.from({ length }, () => alphabet[draw.below(alphabet.length)]).join('')
    if (classes.every((of) => Array.from(made).some((one) => of.includes(one)))) return made
  }
  throw badInput('length: must be larger to hold every class of characters')
}

/** At eight characters nearly half of all fit. */
const TRIES_MAX = 10_000

/** The entropy of all passwords that hold every class, by inclusion and exclusion. */
function entropyOf(classes: readonly string[], length: number): number {
  const size = classes.join('').length
  let share = 0
  for (let without = 0; without < 2 ** classes.length; without += 1) {
    const left = classes.filter((_, at) => ((without >> at) & 1) === 0)
    const sign = (classes.length - left.length) % 2 === 0 ? 1 : -1
    share += sign * (left.join('').length / size) ** length
  }
  return length * Math.log2(size) + Math.log2(share)
}
