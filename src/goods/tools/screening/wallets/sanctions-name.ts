import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { lists, type ListedName } from '../../../../capabilities/kept/lists.ts'
import { line } from '../../../../base/lib/fields.ts'
import { LIST_IDS, type ListId } from '../../../../engines/dangers/sanctions-lists.ts'
import { ListShape, NAME_NOTICE } from './_fields.ts'

const LIMIT = 50
const ALIASES_MAX = 20

export default defineTool({
  route: 'GET /api/sanctions-name',
  name: 'Sanctions name search',
  description:
    'Fuzzy search of a name in the OFAC, UN, UK and EU sanctions lists, in any script, each score explained.',
  asks: [
    'search a name in sanctions lists',
    'is this name in the OFAC, UN, UK or EU sanctions lists',
    'is this person on a sanctions list',
    'may I do business with him',
    'politically blocked names',
    'KYC',
  ],
  price: '$0.003',
  uses: { lists },
  input: z.object({
    name: line(200)
      .min(3, { error: 'must have at least 3 characters' })
      .describe('Name of a person, company, ship or aircraft, in any script, 3 to 200 characters.'),
    kind: z
      .enum(['any', 'person', 'entity', 'vessel', 'aircraft'])
      .default('any')
      .describe('Only entries of this kind. Entries whose list gives no kind are always included.'),
    countryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter country code such as RU' })
      .transform((code) => code.toUpperCase())
      .optional()
      .describe('Only entries of this country, ISO 3166-1 alpha-2. Many entries name no country.'),
    mode: z
      .enum(['exact', 'words', 'fuzzy'])
      .default('words')
      .describe(
        'exact: the same words in any order; words: all words of the name among others; fuzzy: similar words.',
      ),
    lists: z
      .string()
      .max(60)
      .default('ofac,un,uk,eu')
      .describe('Lists to search, comma-separated: ofac, un, uk, eu.'),
  }),
  output: z.object({
    query: z.string().describe('The name that was searched.'),
    matches: z
      .array(
        z.object({
          name: z.string().describe('The listed name that was found.'),
          matchKind: z.enum(['exact', 'words', 'fuzzy']).describe('Kind of match.'),
          score: z
            .number()
            .nullable()
            .describe(
              'Score of a fuzzy match: mean similarity of the searched words, weighted by length, 0.85 to 1 (Jaro-Winkler). Null for other matches.',
            ),
          words: z
            .array(
              z.object({
                asked: z.string().describe('Word of the searched name, in Latin letters.'),
                listed: z.string().describe('Listed word that it was matched with.'),
                likeness: z.number().describe('Jaro-Winkler similarity, 0 to 1.'),
                by: z
                  .enum(['same', 'near', 'consonants', 'joined'])
                  .describe(
                    'Way of comparison; consonants: of a script without vowels; joined: without spaces.',
                  ),
              }),
            )
            .describe('Matched words, which explain the score.'),
          weakAlias: z
            .boolean()
            .describe(
              'Whether the list marks this name as too vague to identify anybody by itself.',
            ),
          list: z.string().describe('List: ofac, un, uk or eu.'),
          uid: z.string().describe('Number of the entry on that list.'),
          programs: z.array(z.string()).describe('Sanctions programmes or regimes.'),
          kind: z.string().nullable().describe('person, entity, vessel, aircraft, or unknown.'),
          aliases: z.array(z.string()).describe('Other names of the entry, at most 20.'),
          birthDate: z
            .string()
            .nullable()
            .describe('Birth date of a person: YYYY, YYYY-MM or YYYY-MM-DD.'),
          countries: z
            .array(z.string())
            .describe('Countries of the entry: ISO codes, or names as listed.'),
        }),
      )
      .describe('Most certain first, at most 50, one for each entry.'),
    count: z.int().describe('Number of matches in this answer.'),
    lists: z
      .array(ListShape)
      .describe('The lists that were searched; none is older than 48 hours.'),
    notice: z.string().describe('What the answer does not prove.'),
  }),
  examples: [
    {
      input: { name: 'Иван Пример', lists: 'ofac' },
      at: '2026-06-02T00:00:00Z',
      output: {
        query: 'Иван Пример',
        matches: [
          {
            name: 'ПРИМЕР Иван Петрович',
            matchKind: 'words',
            score: null,
            words: [
              { asked: 'ivan', listed: 'ivan', likeness: 1, by: 'same' },
              { asked: 'primer', listed: 'primer', likeness: 1, by: 'same' },
            ],
            weakAlias: false,
            list: 'ofac',
            uid: '90001',
            programs: ['CYBER2', 'RUSSIA-EO14024'],
            kind: 'person',
            aliases: ['EXAMPLE Ivan Petrovich', 'THE ACCOUNTANT'],
            birthDate: '1970-03-09',
            countries: ['RU'],
          },
        ],
        count: 1,
        lists: [
          {
            list: 'ofac',
            title: 'OFAC Specially Designated Nationals List',
            publishedDate: '2026-05-28',
            fetchedIso: '2026-06-02T00:00:00.000Z',
            entries: 3,
          },
        ],
        notice: NAME_NOTICE,
        source: 'OFAC Specially Designated Nationals List',
        asOf: '2026-05-28T00:00:00.000Z',
      },
    },
    { input: { name: 'Lazarus Group' } },
    { input: { name: 'Hussain Mahmoud', mode: 'fuzzy', kind: 'person' } },
  ],

  async run({ name, kind, countryCode, mode, lists: wanted }, { lists }) {
    if (!/[\p{L}\p{N}]/u.test(name)) throw badInput('name: must hold a letter or a digit.')
    const { found, states } = await lists.names(listsOf(wanted), name, {
      mode,
      limit: LIMIT,
      isWanted: (entry) =>
        (kind === 'any' || entry.kind === kind) &&
        (countryCode === undefined || entry.countries.includes(countryCode)),
    })
    return {
      query: name,
      matches: found.map(matchRow),
      count: found.length,
      lists: [...states],
      notice: NAME_NOTICE,
    }
  },
})

function listsOf(text: string): readonly ListId[] {
  const names = text.split(',').map((one) => one.trim().toLowerCase())
  const known = LIST_IDS.filter((id) => names.includes(id))
  if (known.length === 0 || names.some((one) => !LIST_IDS.includes(one as ListId)))
    throw badInput(`lists: must be some of ${LIST_IDS.join(', ')}, comma-separated.`)
  return known
}

const rounded = (likeness: number): number => Math.round(likeness * 1_000) / 1_000

const matchRow = ({ name, kind, score, pairs, isWeak, list, entry }: ListedName) => ({
  name,
  matchKind: kind,
  score: kind === 'fuzzy' ? rounded(score) : null,
  words: pairs.map((pair) => ({ ...pair, likeness: rounded(pair.likeness) })),
  weakAlias: isWeak,
  list,
  uid: entry.uid,
  programs: [...entry.programs],
  kind: entry.kind,
  aliases: entry.names
    .map(({ text }) => text)
    .filter((text) => text !== name)
    .slice(0, ALIASES_MAX),
  birthDate: entry.birthDate,
  countries: [...entry.countries],
})
