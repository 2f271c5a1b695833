import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { dataGov, type Dataset } from '../../../../capabilities/upstreams/data-gov.ts'

const FORMATS_MAX = 20

export default defineTool({
  route: 'GET /api/gov-data',
  name: 'US open data search',
  description: 'Datasets in the US open-data catalog data.gov, with publisher and file formats.',
  asks: [
    'open government dataset about road deaths',
    'which CSV files does the US government publish on a topic',
    'open data of the US government about traffic',
    'public data sets',
  ],
  price: '$0.002',
  uses: { dataGov },
  input: z.object({
    q: searchText(200).describe('Words to search for.'),
    limit: z.int().min(1).max(50).default(10).describe('Most datasets, 1 to 50.'),
    cursor: z
      .string()
      .max(500)
      .regex(/^[\w+/=-]+$/, { error: 'must be the cursor of an earlier answer' })
      .optional()
      .describe('`cursor` of the previous answer, for the next page.'),
  }),
  output: z.object({
    datasets: z.array(
      z.object({
        title: z.string(),
        description: nullableText(),
        publisher: nullableText(),
        modifiedIso: nullableText().describe(
          'Last change as the publisher states it: a day, a moment or a period.',
        ),
        formats: z.array(z.string()).describe('Formats of its files, such as CSV.'),
        url: nullableText().describe('Page of the dataset, or of its first file.'),
      }),
    ),
    count: z.int(),
    cursor: nullableText().describe('For the next page; null on the last one.'),
  }),
  examples: [{ input: { q: 'traffic fatalities' } }],

  async run({ q, limit, cursor }, { dataGov }) {
    const found = await dataGov.search(q, limit, cursor)
    const datasets = found.results.slice(0, limit).map(datasetOf)
    return { datasets, count: datasets.length, cursor: found.after }
  },
})

function datasetOf({ title, description, slug, publisher, organization, dcat }: Dataset) {
  const files = dcat?.distribution ?? []
  const formats = files.flatMap(({ format, mediaType }) => format ?? mediaType ?? [])
  const [first] = files.flatMap(({ downloadURL, accessURL }) => downloadURL ?? accessURL ?? [])
  const page = slug && `https://catalog.data.gov/dataset/${slug}`
  return {
    title,
    description,
    publisher: publisher ?? organization,
    modifiedIso: dcat?.modified ?? null,
    formats: [...new Set(formats)].slice(0, FORMATS_MAX),
    url: dcat?.landingPage ?? page ?? first ?? null,
  }
}
