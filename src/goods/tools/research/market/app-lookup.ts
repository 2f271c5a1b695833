import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { appStore } from '../../../../capabilities/upstreams/app-store.ts'
import { rounded } from '../_trend.ts'

const DESCRIPTION_MAX = 2_000

export default defineTool({
  route: 'GET /api/app-lookup',
  name: 'App Store lookup',
  description: 'App Store facts of an iPhone or iOS app: rating, price, version, developer.',
  asks: [
    'rating and price of an iPhone app',
    'developer and current version of an iOS app',
    'rating of an iPhone app',
    'what do users think of an app',
  ],
  price: '$0.002',
  uses: { appStore },
  input: z.object({
    q: searchText(200).optional().describe('Name of the app, or words of it. Give q or id.'),
    id: z
      .string()
      .max(155)
      .regex(/^[A-Za-z0-9.-]+$/, {
        error: 'must be a number or a bundle identifier such as com.x.app',
      })
      .optional()
      .describe('Number in the address of its page, or its bundle identifier. Give q or id.'),
    countryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'must be a country code of two letters' })
      .default('US')
      .describe('Country of the store, ISO 3166; ratings and prices differ by country.'),
    limit: z.int().min(1).max(25).default(5).describe('Most results, 1 to 25.'),
  }),
  output: z.object({
    apps: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullable(),
        developer: z.string().nullable(),
        price: z.number().nullable().describe('Price in `currency`; 0 is free.'),
        currency: z.string().nullable(),
        rating: z.number().nullable().describe('Mean rating, 1 to 5 stars; null without ratings.'),
        ratings: z.int().nullable().describe('Number of ratings in this store.'),
        category: z.string().nullable(),
        version: z.string().nullable(),
        updatedIso: z.string().nullable(),
        sizeBytes: z.int().nullable(),
        url: z.string().nullable().describe('Its page in the App Store.'),
        description: z
          .string()
          .nullable()
          .describe('The first 2,000 characters of the description.'),
      }),
    ),
    count: z.int(),
  }),
  examples: [
    {
      input: { q: 'budget planner', limit: 3 },
      at: '2026-01-01T00:00:00Z',
      output: {
        apps: [
          {
            id: '1010865877',
            name: 'Budget Planner',
            developer: 'Budget Works Inc.',
            price: 4.99,
            currency: 'USD',
            rating: 4.73,
            ratings: 61234,
            category: 'Finance',
            version: '25.12.1',
            updatedIso: '2025-12-18T16:02:11.000Z',
            sizeBytes: 104_857_600,
            url: 'https://apps.apple.com/us/app/budget-planner/id1010865877?uo=4',
            description: 'Plan your budget.',
          },
        ],
        count: 1,
        source: 'Apple App Store',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ q, id, countryCode, limit }, { appStore }) {
    if ((q === undefined) === (id === undefined))
      throw badInput('q: is required unless id is given; give exactly one of them.')
    const found =
      id === undefined
        ? await appStore.search(q ?? '', countryCode.toUpperCase(), limit)
        : await appStore.byId(id, countryCode.toUpperCase())
    const apps = found.slice(0, limit).map((app) => ({
      id: String(app.trackId),
      name: app.trackName ?? null,
      developer: app.sellerName ?? app.artistName ?? null,
      price: app.price ?? null,
      currency: app.currency ?? null,
      rating: app.userRatingCount ? rounded(app.averageUserRating ?? 0, 2) : null,
      ratings: app.userRatingCount ?? null,
      category: app.primaryGenreName ?? null,
      version: app.version ?? null,
      updatedIso: app.currentVersionReleaseDate
        ? isoTime(Date.parse(app.currentVersionReleaseDate))
        : null,
      sizeBytes: app.fileSizeBytes ?? null,
      url: app.trackViewUrl ?? null,
      description: app.description?.slice(0, DESCRIPTION_MAX) ?? null,
    }))
    return { apps, count: apps.length }
  },
})
