import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { wiktionary } from '../../../../capabilities/upstreams/wiktionary.ts'
import { wikiLanguage } from './_fields.ts'

export default defineTool({
  route: 'GET /api/word-define',
  name: 'Dictionary',
  description:
    'Dictionary: definitions of a word with part of speech and example sentences, from Wiktionary, explained in English.',
  asks: [
    'dictionary definition of a word',
    'definitions and example sentences of a French word',
    'what does this word mean',
    'definition in the dictionary',
    'meaning of ubiquitous',
  ],
  price: '$0.001',
  uses: { wiktionary },
  input: z.object({
    word: searchText(100).describe('The word as dictionaries list it; case matters.'),
    language: wikiLanguage().describe('Language of the word, such as en, fr or la.'),
  }),
  output: z.object({
    word: z.string(),
    entries: z.array(
      z.object({
        partOfSpeech: z.string().describe('Part of speech, such as Noun or Verb.'),
        definitions: z.array(z.string()).describe('Definitions in English. CC BY-SA 4.0.'),
        examples: z.array(z.string()),
      }),
    ),
    count: z.int(),
    languages: z.array(z.string()).describe('All languages that have this word.'),
    url: z.string(),
  }),
  examples: [
    {
      input: { word: 'fungible' },
      at: '2026-01-01T00:00:00Z',
      output: {
        word: 'fungible',
        entries: [
          {
            partOfSpeech: 'Adjective',
            definitions: ['Able to be substituted for something of equal value & kind.'],
            examples: ['Oil is a fungible commodity.'],
          },
          { partOfSpeech: 'Noun', definitions: ['Any fungible commodity.'], examples: [] },
        ],
        count: 2,
        languages: ['English', 'French', 'Ladin'],
        url: 'https://en.wiktionary.org/wiki/fungible',
        source: 'Wiktionary (CC BY-SA 4.0)',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ word, language }, { wiktionary }) {
    const found = await wiktionary.define(word)
    const own = found.find(({ code }) => code === language)?.entries ?? []
    const languages = [
      ...new Set(found.flatMap(({ entries }) => entries.map((entry) => entry.language))),
    ]
    if (own.length === 0)
      throw notFound(`Wiktionary has ${word} in ${languages.join(', ')}, but not in ${language}.`)
    return {
      word,
      entries: own.map(({ partOfSpeech, definitions, examples }) => ({
        partOfSpeech,
        definitions,
        examples,
      })),
      count: own.length,
      languages,
      url: `https://en.wiktionary.org/wiki/${encodeURIComponent(word.replaceAll(' ', '_'))}`,
    }
  },
})
