import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, nullableText } from '../../../../base/lib/fields.ts'
import { endoflife, type EolProduct } from '../../../../capabilities/upstreams/endoflife.ts'

const RELEASES_MAX = 200

const Release = z.object({
  name: z.string().describe('Name of the release line, such as 18 or 22.04.'),
  releaseDate: nullableText(),
  isLts: z.boolean().nullable().describe('Whether it has long-term support now.'),
  isEol: z.boolean().nullable().describe('Whether all free support has ended.'),
  eolDate: nullableText().describe('Day on which it ended or ends; null if none is known.'),
  latest: nullableText().describe('Its newest version.'),
  isMaintained: z
    .boolean()
    .nullable()
    .describe('Whether somebody still fixes it, perhaps for money.'),
})

export default defineTool({
  route: 'GET /api/eol-check',
  name: 'End of life check',
  description:
    'End of life of a software version: until when it is supported with security updates, and its latest release.',
  asks: [
    'until when does Node 18 get security updates',
    'is Ubuntu 20.04 still supported or past its end of life',
    'until when does Python 3.9 get updates',
    'is this version still supported',
    'out of date software',
  ],
  price: '$0.001',
  uses: { endoflife },
  input: z.object({
    product: line(100)
      .toLowerCase()
      .regex(/^[a-z0-9][a-z0-9._+-]*$/, { error: 'must be a name such as nodejs or ubuntu' })
      .describe('Name of the product at endoflife.date, such as nodejs, python or ubuntu.'),
    version: line(60)
      .regex(/^[\w.+-]+$/, { error: 'must be a version such as 18 or 18.19.1' })
      .optional()
      .describe('A version or a release line, such as 18 or 18.19.1.'),
  }),
  output: z.object({
    product: z.string(),
    release: Release.nullable().describe(
      'Release line of `version`; null if no version was given.',
    ),
    releases: z.array(Release).describe('Newest first.'),
    latest: nullableText().describe('The newest version of all.'),
    changedIso: nullableText().describe('When the list of this product was last changed.'),
  }),
  examples: [
    {
      input: { product: 'nodejs', version: '18' },
      at: '2026-02-01T00:00:00Z',
      output: {
        product: 'nodejs',
        release: {
          name: '18',
          releaseDate: '2022-04-19',
          isLts: true,
          isEol: true,
          eolDate: '2025-04-30',
          latest: '18.20.8',
          isMaintained: false,
        },
        releases: [
          {
            name: '24',
            releaseDate: '2025-05-06',
            isLts: true,
            isEol: false,
            eolDate: '2028-04-30',
            latest: '24.13.0',
            isMaintained: true,
          },
          {
            name: '18',
            releaseDate: '2022-04-19',
            isLts: true,
            isEol: true,
            eolDate: '2025-04-30',
            latest: '18.20.8',
            isMaintained: false,
          },
          {
            name: '1',
            releaseDate: '2015-01-13',
            isLts: false,
            isEol: true,
            eolDate: null,
            latest: null,
            isMaintained: false,
          },
        ],
        latest: '24.13.0',
        changedIso: '2026-01-20T12:00:00.000Z',
        source: 'endoflife.date',
        asOf: '2026-02-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ product, version }, { endoflife }) {
    const { result, last_modified } = await endoflife.product(product)
    const releases = result.releases.slice(0, RELEASES_MAX).map(releaseOf)
    return {
      product: result.name,
      release: version === undefined ? null : releaseFor(version, product, releases),
      releases,
      latest: releases[0]?.latest ?? null,
      changedIso: last_modified,
    }
  },
})

const releaseOf = ({ latest, eolFrom, ...rest }: EolProduct['result']['releases'][number]) => ({
  name: rest.name,
  releaseDate: rest.releaseDate,
  isLts: rest.isLts,
  isEol: rest.isEol,
  eolDate: eolFrom,
  latest: latest?.name ?? null,
  isMaintained: rest.isMaintained,
})

/** 18.19.1 belongs to 18 and not to 1. */
function releaseFor(
  version: string,
  product: string,
  releases: readonly ReturnType<typeof releaseOf>[],
) {
  const wanted = version.replace(/^v(?=\d)/i, '').toLowerCase()
  const fitting = releases.filter(({ name }) => `${wanted}.`.startsWith(`${name.toLowerCase()}.`))
  const best = fitting.toSorted((a, b) => b.name.length - a.name.length)[0]
  if (best) return best
  const known = releases.slice(0, 20).map(({ name }) => name)
  throw notFound(`version: ${product} has no release ${version}; it has ${known.join(', ')}.`)
}
