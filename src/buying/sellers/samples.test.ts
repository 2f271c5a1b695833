import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { walletsOf } from './accepts.ts'
import { readRegistryPage } from './bazaar.ts'
import type { Listing } from './listing.ts'
import { readManifest } from './manifest.ts'
import { caip2Of } from './network-label.ts'
import { readApi } from './openapi.ts'
import { dollarsOfNanos, priceOf } from './price.ts'

/** Documents of sellers, with stand-ins for hosts and wallets, and what each must become. */
const sample = (name: string): unknown =>
  JSON.parse(
    readFileSync(new URL(`../../../test/fixtures/sellers/${name}`, import.meta.url), 'utf8'),
  )

interface Expected {
  readonly file: string
  readonly tools: number
  readonly paidTools: number
  readonly priceUnknown: number
  readonly networks: readonly string[]
  readonly payTos: number
  readonly first: {
    readonly method: string
    readonly path: string
    readonly priceUsd: number | null
    readonly networks: readonly string[]
  } | null
}

interface ExpectedApi {
  readonly file: string
  readonly pricedOperations: number
  readonly priceMin: number
  readonly priceMax: number
  readonly priceUnknown: number
}

const { wellknown, openapi } = sample('EXPECT.json') as {
  readonly wellknown: readonly Expected[]
  readonly openapi: readonly ExpectedApi[]
}

const ORIGIN = 'https://seller.example'
const networksOf = (listings: readonly Listing[]): string[] => [
  ...new Set(
    listings.flatMap(({ accepts }) => accepts.map(({ network, label }) => network ?? label)),
  ),
]
const known = (labels: readonly string[]): string[] =>
  labels.map((label) => caip2Of(label) ?? label)
const dollars = (listing: Listing): number | null =>
  listing.price === null ? null : dollarsOfNanos(listing.price)

describe('manifests', () => {
  test.each(wellknown)(
    '$file',
    ({ file, tools, paidTools, priceUnknown, networks, payTos, first }) => {
      const { listings } = readManifest(sample(file), ORIGIN)
      expect(listings).toHaveLength(tools)
      expect(listings.filter(({ price }) => price !== null && price > 0)).toHaveLength(paidTools)
      expect(listings.filter(({ price }) => price === null)).toHaveLength(priceUnknown)
      expect(networksOf(listings).toSorted()).toEqual(known(networks).toSorted())
      expect(new Set(listings.flatMap(({ accepts }) => [...walletsOf(accepts)])).size).toBe(payTos)
      if (!first) return
      const [found] = listings
      expect(found && dollars(found)).toBe(first.priceUsd)
      expect(found?.url).toBe(
        new URL(first.path, `${ORIGIN}/`).href.replaceAll('%7B', '{').replaceAll('%7D', '}'),
      )
      expect(networksOf(listings.slice(0, 1)).toSorted()).toEqual(known(first.networks).toSorted())
      // Where a bare address is all there is, the method is found out by calling.
      if (found?.method !== null) expect(found?.method).toBe(first.method)
    },
  )
})

describe('API documents', () => {
  test.each(openapi)('$file', ({ file, pricedOperations, priceMin, priceMax, priceUnknown }) => {
    const { listings } = readApi(sample(file), ORIGIN, () => false)
    const prices = listings.flatMap((listing) => dollars(listing) ?? [])
    expect(listings).toHaveLength(pricedOperations)
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([priceMin, priceMax])
    expect(listings.filter(({ price }) => price === null)).toHaveLength(priceUnknown)
    expect(listings.every(({ url }) => url.startsWith(`${ORIGIN}/`))).toBe(true)
  })
  test('a server that speaks for the origin is where the operations are', () => {
    const { listings } = readApi(sample('openapi-67251ec2.json'), ORIGIN, () => true)
    expect(listings[0]?.url).toBe('https://s6725-1.example/functions/v1/agents-api/agents')
  })
})

test('pages of registries, in three envelopes', () => {
  const pages = sample('bazaar-5d7223d9.json') as Record<string, unknown>
  const read = (name: string) => readRegistryPage(pages[name])
  expect(read('cdp')).toMatchObject({ held: 3, total: 15_073 })
  expect(read('cdp')?.items[0]).toMatchObject({
    origin: 'https://s5d72-0.example',
    listing: { price: 3_000_000 },
    traffic: { calls30d: 819, payers30d: 815, lastCalledAt: '2026-08-14T23:14:48.799Z' },
  })
  expect(read('solvador')?.items[0]).toMatchObject({ traffic: null, listing: { price: null } })
  expect(read('primev')).toMatchObject({ held: 0, total: 0 })
  expect(read('near')).toMatchObject({ held: 0 })
  expect(readRegistryPage([])).toBeNull()
  expect(readRegistryPage({ error: 'no' })).toBeNull()
})

describe('prices', () => {
  const { cases } = sample('price_cases.json') as {
    readonly cases: readonly { price: unknown; priceUsd: number | null }[]
  }
  test.each(cases)('$price', ({ price, priceUsd }) => {
    const nanos = priceOf(price)
    expect(nanos === null ? null : dollarsOfNanos(nanos)).toBe(priceUsd)
  })
  test.each([
    ['1,000'],
    ['-1'],
    ['1e3'],
    [''],
    ['$'],
    [Number.NaN],
    [-0.5],
    [Infinity],
    [[]],
    [true],
    [{ amount: '-5', decimals: 6 }],
    [{ amount: '5', decimals: 99 }],
    [{ amount: '1000', currency: 'EUR' }],
    [{ mode: 'dynamic', min: '0.01', max: '1', amount: '1' }],
    ['9'.repeat(5_000)],
  ])('%j is no price', (price) => expect(priceOf(price)).toBeNull())
  test('a fraction of a nano counts as one', () => {
    expect(priceOf({ amount: '1', decimals: 18 })).toBe(1)
  })
})

describe('networks', () => {
  const { cases } = sample('network_labels.json') as {
    readonly cases: readonly { label: unknown; caip2: string | null }[]
  }
  test.each(cases)('$label', ({ label, caip2 }) => expect(caip2Of(label)).toBe(caip2))
})
