import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { piecesOf } from '../_pieces.ts'

const TOKENS_MAX = 20_000
const LISTED_MAX = 1_000

const words = (what: string) => z.array(z.string()).describe(what)

export default defineTool({
  route: 'POST /api/pos-tag',
  name: 'Part of speech tags',
  description:
    'Tags each word of English text with its part of speech and base form, and lists nouns, verbs, adjectives, people and places.',
  asks: [
    'which words in this sentence are nouns and verbs',
    'base form and word class of each english word',
    'nouns and verbs of a sentence',
    'grammar of words',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(100 * KB).describe('English text, up to 100 KB.'),
  }),
  output: z.object({
    tokens: z
      .array(
        z.object({
          text: z.string().describe('Token without surrounding punctuation.'),
          tags: z.array(z.string()).describe('Tags, broadest first, such as Verb and PastTense.'),
          lemma: z.string().describe('Base form in lower case: run of running, mouse of mice.'),
        }),
      )
      .describe(`The first ${TOKENS_MAX}.`),
    nouns: words(`Base forms, each once; at most ${LISTED_MAX} in this and the next four.`),
    verbs: words('Base forms.'),
    adjectives: words('Base forms.'),
    people: words('Names as they are written.'),
    places: words('Names as they are written.'),
  }),
  examples: [
    {
      input: { text: 'She was running quickly' },
      output: {
        tokens: [
          { text: 'She', tags: ['Noun', 'Pronoun'], lemma: 'she' },
          { text: 'was', tags: ['Verb', 'Auxiliary', 'Copula'], lemma: 'be' },
          { text: 'running', tags: ['Verb', 'PresentTense', 'Gerund'], lemma: 'run' },
          { text: 'quickly', tags: ['Adverb'], lemma: 'quickly' },
        ],
        nouns: [],
        verbs: ['be', 'run'],
        adjectives: [],
        people: [],
        places: [],
      },
    },
  ],

  async run({ text }) {
    const { default: nlp } = await import('compromise')
    const tokens: Token[] = []
    const names = { people: new Set<string>(), places: new Set<string>() }
    for (const piece of piecesOf(text)) {
      if (tokens.length >= TOKENS_MAX) break
      if (!/[\p{L}\p{N}]/u.test(piece.text)) continue
      const doc = nlp(piece.text)
      doc.compute('root')
      const read = doc.json({ terms: ROOTS }) as readonly { terms: readonly Term[] }[]
      tokens.push(...read.flatMap(({ terms }) => terms.filter(isWord).map(tokenOf)))
      for (const name of namesOf(doc.people())) names.people.add(name)
      for (const name of namesOf(doc.places())) names.places.add(name)
    }
    const lemmas = (tag: string) =>
      [...new Set(tokens.filter(({ tags }) => has(tags, tag)).map(({ lemma }) => lemma))].slice(
        0,
        LISTED_MAX,
      )
    return {
      tokens: tokens.slice(0, TOKENS_MAX),
      nouns: lemmas('Noun'),
      verbs: lemmas('Verb'),
      adjectives: lemmas('Adjective'),
      people: [...names.people].slice(0, LISTED_MAX),
      places: [...names.places].slice(0, LISTED_MAX),
    }
  },
})

/** Its types do not include base forms. */
const ROOTS: object = { root: true }

interface Term {
  readonly text: string
  readonly normal: string
  readonly root?: string
  readonly tags: readonly string[]
}

interface Token {
  readonly text: string
  readonly tags: readonly string[]
  readonly lemma: string
}

const isWord = ({ text }: Term): boolean => /[\p{L}\p{N}]/u.test(text)

const tokenOf = ({ text, normal, root, tags }: Term): Token => ({
  text: text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''),
  tags: [...tags].toSorted((one, other) => rankOf(one) - rankOf(other)),
  lemma: lemmaOf(baseOf(normal), baseOf(root ?? normal), tags),
})

/** Forms whose base the grammar gets wrong. */
const IRREGULAR: Readonly<Record<string, string>> = {
  am: 'be',
  is: 'be',
  are: 'be',
  was: 'be',
  were: 'be',
  been: 'be',
  being: 'be',
  has: 'have',
  had: 'have',
  does: 'do',
  did: 'do',
  done: 'do',
  gone: 'go',
}

function lemmaOf(word: string, root: string, tags: readonly string[]): string {
  if (tags.includes('Verb') && Object.hasOwn(IRREGULAR, word)) return IRREGULAR[word] ?? word
  return tags.includes('Adverb') ? word : root
}

const baseOf = (word: string): string =>
  word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

const BROAD = ['Noun', 'Verb', 'Adjective', 'Adverb', 'Value', 'Singular', 'Plural', 'Auxiliary']

/** The order of precedence among the tags of a word. */
function rankOf(tag: string): number {
  const rank = BROAD.indexOf(tag)
  return rank < 0 ? BROAD.length : rank
}

/** The grammar counts pronouns as nouns, but they are not listed. */
const has = (tags: readonly string[], tag: string): boolean =>
  tags.includes(tag) && !tags.includes('Pronoun')

const namesOf = (found: { out(kind: 'array'): unknown }): readonly string[] =>
  (found.out('array') as readonly string[])
    .map((name) => name.replaceAll(/^[^\p{L}\p{N}]+|(?:['’]s)?[^\p{L}\p{N}]*$/gu, ''))
    .filter((name) => name.length > 1)
