import type { Faker } from '@faker-js/faker'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { seedField } from '../ids/_fields.ts'
import { generatorOf, REF_DATE } from './_generators.ts'

const FIELDS_MAX = 50
const ROWS_MAX = 1_000
const CELLS_MAX = 20_000

const Locale = z.enum(['en', 'de', 'fr', 'es', 'it', 'pt_BR', 'ja', 'nl', 'pl'])

/** One language each: together they take half a second to load. */
const LOADERS: Readonly<Record<z.output<typeof Locale>, () => Promise<{ faker: Faker }>>> = {
  en: () => import('@faker-js/faker/locale/en'),
  de: () => import('@faker-js/faker/locale/de'),
  fr: () => import('@faker-js/faker/locale/fr'),
  es: () => import('@faker-js/faker/locale/es'),
  it: () => import('@faker-js/faker/locale/it'),
  pt_BR: () => import('@faker-js/faker/locale/pt_BR'),
  ja: () => import('@faker-js/faker/locale/ja'),
  nl: () => import('@faker-js/faker/locale/nl'),
  pl: () => import('@faker-js/faker/locale/pl'),
}

export default defineTool({
  route: 'POST /api/fake-data',
  name: 'Fake data',
  description:
    'Plausible, made-up rows for tests and demos: people, customers, companies, addresses, products and dates in nine languages, repeatable by seed; e-mail addresses, hosts and phones are those kept for examples.',
  asks: [
    'realistic test rows of made-up people with name and e-mail',
    'fake customers and companies for a test database',
    'dummy people for my test database',
    'sample users',
    'made-up orders',
    'test data',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    fields: z
      .record(z.string().min(1).max(100), z.string().max(60))
      .refine((fields) => Object.keys(fields).length > 0, { error: 'must name at least one field' })
      .refine((fields) => Object.keys(fields).length <= FIELDS_MAX, {
        error: `must name at most ${FIELDS_MAX} fields`,
      })
      .describe(
        'Columns by name, each with its generator: person.fullName, internet.email, ' +
          'location.city, company.name, date.past, commerce.price, phone.number, number.int ...',
      ),
    count: z.int().min(1).max(ROWS_MAX).default(10).describe('Number of rows, 1 to 1000.'),
    locale: Locale.default('en').describe('Language and country of names and places.'),
    seed: seedField(),
  }),
  output: z.object({
    rows: z.array(z.record(z.string(), z.unknown())).describe('The rows; nobody in them is real.'),
    count: z.int().describe('Number of all.'),
    seed: z.string().describe('The same seed and input give the same rows; made if none is given.'),
  }),
  examples: [
    {
      input: {
        fields: { name: 'person.fullName', email: 'internet.email' },
        count: 2,
        seed: '1',
      },
    },
    {
      input: { fields: { company: 'company.name', city: 'location.city' }, count: 3, locale: 'de' },
    },
  ],

  async run({ fields, count, locale, seed: given }) {
    const columns = Object.entries(fields).map(
      ([name, generator]) => [name, generatorOf(name, generator)] as const,
    )
    if (columns.length * count > CELLS_MAX)
      throw badInput(`count: must make at most ${CELLS_MAX} cells, rows times fields`)
    const { faker } = await LOADERS[locale]()
    const seed = given ?? randomBytes(16).toString('hex')
    faker.seed([...Buffer.from(seed)])
    faker.setDefaultRefDate(REF_DATE)
    const rows = Array.from({ length: count }, () =>
      Object.fromEntries(columns.map(([name, make]) => [name, make(faker, locale)])),
    )
    return { rows, count, seed }
  },
})
