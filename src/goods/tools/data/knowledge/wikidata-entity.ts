import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { wikidata, type Statement } from '../../../../capabilities/upstreams/wikidata.ts'

const CLAIMS_MAX = 50
const VALUES_MAX = 10
const CANDIDATES_MAX = 7
const WEBSITE = 'P856'

const Candidate = z.object({
  id: z.string().describe('Wikidata id, such as Q42.'),
  label: z.string().nullable().describe('Name in the chosen language.'),
  description: z.string().nullable().describe('Short description.'),
})

export default defineTool({
  route: 'GET /api/wikidata-entity',
  name: 'Wikidata entity',
  description: 'Wikidata facts of a person, company, place or thing, by name or by id.',
  asks: [
    'key facts about a famous person or country',
    'when was this company founded and by whom',
    'when was Marie Curie born',
    'who is this person',
    'height of the Eiffel tower',
    'facts about a celebrity',
    'who is the president of a country',
  ],
  price: '$0.003',
  uses: { wikidata },
  input: z.object({
    name: searchText(250).optional().describe('Name to look up, or give `id`.'),
    id: z
      .string()
      .regex(/^Q[1-9]\d{0,11}$/i, { error: 'must be a Wikidata id such as Q42' })
      .transform((id) => id.toUpperCase())
      .optional()
      .describe('Wikidata id such as Q42, instead of `name`.'),
    language: z
      .string()
      .regex(/^[a-z]{2,3}(-[a-z]{2,8})?$/, { error: 'must be a language code such as en' })
      .default('en')
      .describe('Language of names and labels; English if there is none in it.'),
  }),
  output: z.object({
    id: z.string().describe('Wikidata id, such as Q42.'),
    label: z.string().nullable().describe('Name in the chosen language.'),
    description: z.string().nullable().describe('Short description.'),
    aliases: z.array(z.string()).describe('Other names.'),
    claims: z
      .array(
        z.object({
          property: z.string().describe('Wikidata property, such as P31.'),
          label: z.string().describe('Name in the chosen language.'),
          values: z.array(z.string()).describe('Values, only those of the best rank.'),
        }),
      )
      .describe(
        `Up to ${CLAIMS_MAX} properties with up to ${VALUES_MAX} values each; ` +
          'identifiers of other databases come last.',
      ),
    wikipediaUrl: z.string().nullable().describe('Its article in Wikipedia.'),
    website: z.string().nullable().describe('Its own website.'),
    candidates: z.array(Candidate).describe('Other entities that the name may mean.'),
  }),
  examples: [
    {
      input: { name: 'Siemens' },
      at: '2026-01-01T00:00:00Z',
      output: {
        id: 'Q81230',
        label: 'Siemens',
        description: 'German multinational conglomerate company',
        aliases: ['Siemens AG'],
        claims: [
          { property: 'P31', label: 'instance of', values: ['public company'] },
          { property: 'P571', label: 'inception', values: ['1847-10-12'] },
          { property: 'P1128', label: 'employees', values: ['311000 person'] },
          { property: 'P856', label: 'official website', values: ['https://www.siemens.com'] },
          { property: 'P1278', label: 'Legal Entity Identifier', values: ['W38RGI023J3WT1HWRP32'] },
        ],
        wikipediaUrl: 'https://en.wikipedia.org/wiki/Siemens',
        website: 'https://www.siemens.com',
        candidates: [{ id: 'Q167978', label: 'siemens', description: 'unit of conductance' }],
        source: 'Wikidata',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { id: 'Q81230', language: 'de' } },
  ],

  async run({ name, id, language }, { wikidata }) {
    if ((name === undefined) === (id === undefined)) throw badInput('name: give either name or id.')
    const languages = [...new Set([language, 'mul', 'en'])]
    const found = name === undefined ? [] : await wikidata.search(name, language, CANDIDATES_MAX)
    const known = id ?? found[0]?.id
    if (known === undefined) throw notFound(`Wikidata has nothing with the name ${name}.`)
    const { claims, ...entity } = await wikidata.entity(known, languages)
    const told = mostTelling(claims)
    const ids = told.flatMap(([property, best]) => [property, ...best.flatMap(idsIn)])
    const names = await wikidata.labels([...new Set(ids)], languages)
    const values = (statements: readonly Statement[]) =>
      statements.flatMap((statement) => toldBy(statement, names) ?? [])
    return {
      ...entity,
      claims: told
        .map(([property, best]) => ({
          property,
          label: names.get(property) ?? property,
          values: values(best),
        }))
        .filter((claim) => claim.values.length > 0),
      website: values(bestOf(claims[WEBSITE] ?? []))[0] ?? null,
      candidates: found.slice(1).map((other) => ({
        id: other.id,
        label: other.label ?? null,
        description: other.description ?? null,
      })),
    }
  },
})

type BestStatements = readonly [property: string, best: readonly Statement[]]

/** Facts come before identifiers, each in the original order. */
function mostTelling(
  claims: Readonly<Record<string, readonly Statement[]>>,
): readonly BestStatements[] {
  const all = Object.entries(claims).map(([property, statements]): BestStatements => [
    property,
    bestOf(statements).slice(0, VALUES_MAX),
  ])
  const isIdentifier = ([, [first]]: BestStatements) => first?.mainsnak.datatype === 'external-id'
  const facts = all.filter((told) => told[1].length > 0 && !isIdentifier(told))
  return [...facts, ...all.filter(isIdentifier)].slice(0, CLAIMS_MAX)
}

/** The statements of the highest rank, which a reader of Wikidata sees first. */
function bestOf(statements: readonly Statement[]): readonly Statement[] {
  const preferred = statements.filter(({ rank }) => rank === 'preferred')
  return preferred.length > 0 ? preferred : statements.filter(({ rank }) => rank === 'normal')
}

/** Ids of other entities in a statement, whose names are needed to write it. */
function idsIn({ mainsnak }: Statement): readonly string[] {
  const { type, value } = valueOf(mainsnak)
  if (type === 'wikibase-entityid' && typeof value['id'] === 'string') return [value['id']]
  const unit = type === 'quantity' ? unitOf(value) : null
  return unit ? [unit] : []
}

/** A statement in words; null if its value is unknown or missing. */
function toldBy({ mainsnak }: Statement, names: ReadonlyMap<string, string>): string | null {
  const { type, value } = valueOf(mainsnak)
  const part = (name: string) => plain(value[name])
  switch (type) {
    case 'string':
      return part('text')
    case 'monolingualtext':
      return part('text')
    case 'wikibase-entityid':
      return names.get(part('id')) ?? part('id')
    case 'time':
      return dateOf(part('time'), Number(value['precision']))
    case 'quantity':
      return [part('amount').replace(/^\+/, ''), unitName(value, names)].filter(Boolean).join(' ')
    case 'globecoordinate':
      return `${part('latitude')},${part('longitude')}`
    default:
      return null
  }
}

const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

interface Value {
  readonly type: string | null
  readonly value: Readonly<Record<string, unknown>>
}

function valueOf({ datavalue }: Statement['mainsnak']): Value {
  if (!datavalue) return { type: null, value: {} }
  const { type, value } = datavalue
  if (typeof value === 'string') return { type, value: { text: value } }
  return { type, value: typeof value === 'object' && value !== null ? { ...value } : {} }
}

const unitOf = (value: Value['value']): string | null =>
  /\/(Q\d+)$/.exec(plain(value['unit']))?.[1] ?? null

function unitName(value: Value['value'], names: ReadonlyMap<string, string>): string {
  const unit = unitOf(value)
  return unit ? (names.get(unit) ?? unit) : ''
}

const YEAR = 9
const MONTH = 10
const DAY = 11

/** `+1847-10-12T00:00:00Z` cut to its precision. */
function dateOf(time: string, precision: number): string | null {
  const match = /^([+-])0*(\d{1,16})-(\d\d)-(\d\d)T/.exec(time)
  if (!match) return null
  const [, sign, year = '', month, day] = match
  const since = `${sign === '-' ? '-' : ''}${year.padStart(4, '0')}`
  if (precision >= DAY) return `${since}-${month}-${day}`
  if (precision === MONTH) return `${since}-${month}`
  if (precision === YEAR) return since
  return `about ${since}`
}
