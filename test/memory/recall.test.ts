import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Wallet } from '../../src/base/core/payment.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { openShop, type Shop } from '../support/memory/shop.ts'

type Settings = Readonly<Record<string, string>>

interface RecalledText {
  readonly id: string
  readonly text: string
  readonly score: number
  readonly tags: readonly string[]
  readonly meta: unknown
}

const NOTES = [
  'The customer prefers invoices in EUR, sent on the first of the month',
  'Deploys are frozen on Fridays after noon',
  'The staging database is reset every night at two',
  'Die Münchner Filiale öffnet um neun Uhr',
  '発注書は東京オフィスへ送る',
  'Счета отправлять бухгалтеру Ивановой',
  'Rate limits of the weather API: 60 calls a minute',
]

let wallets = 0
const newWallet = (): Wallet => `0x${String(++wallets).padStart(38, '0')}ee`

describe.each(ENGINES)('on $name', (engine) => {
  const db = useDatabase(engine)
  let shop: Shop
  let wallet: Wallet

  beforeEach(async () => {
    wallet = newWallet()
    shop = await openShop(db())
  })

  const remember = async (note: string, more: Readonly<Record<string, unknown>> = {}) =>
    (await shop.buy({ wallet, slug: 'memory-remember', input: { text: note, ...more } })).body
  const recall = async (query: string, more: Readonly<Record<string, unknown>> = {}) => {
    const { body } = await shop.buy({ wallet, slug: 'memory-recall', input: { query, ...more } })
    return body as { results: readonly RecalledText[]; count: number; method: string }
  }
  const texts = async (query: string, more = {}) =>
    (await recall(query, more)).results.map((found) => found.text)

  describe('with nothing configured', () => {
    beforeEach(async () => {
      for (const note of NOTES) await remember(note)
    })

    test.each([
      ['which currency for the invoice of a customer?', NOTES[0]],
      ['can I deploy on friday?', NOTES[1]],
      ['resetting databases', NOTES[2]],
      ['münchner filialen', NOTES[3]],
      ['MUNCHNER', NOTES[3]],
      ['東京', NOTES[4]],
      ['ивановой счета', NOTES[5]],
      ['limits of the api', NOTES[6]],
    ])('%s', async (query, best) => {
      const { results, method } = await recall(query)
      expect(results[0]?.text).toBe(best)
      expect(method).toBe('fulltext')
      expect(results.every(({ score }) => score > 0 && score <= 1)).toBe(true)
    })

    test('results come best first, at most the limit', async () => {
      const { results, count } = await recall(
        'the api limits of the customer database on fridays',
        { k: 3 },
      )
      expect([results.length, count]).toEqual([3, 3])
      const scores = results.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    })

    test.each([['zebra'], ['the of and'], ['?!'], ['" OR 1=1 --'], [`a' | 'b`], ['NEAR(* ^x:y)']])(
      '%s finds nothing, and breaks nothing',
      async (query) => {
        expect(await recall(query)).toMatchObject({ results: [], count: 0 })
      },
    )

    test('a namespace finds its own texts only', async () => {
      wallet = newWallet()
      expect(await texts('invoices')).toEqual([])
    })
  })

  test('a text is returned with its tags and metadata, and found by those tags', async () => {
    const meta = { source: 'call', n: [1] }
    const { id } = await remember('invoices in EUR', { tags: ['billing', 'eu'], meta })
    await remember('invoices in USD', { tags: ['billing'] })
    const { results } = await recall('invoices', { tags: ['billing', 'eu'] })
    expect(results).toMatchObject([{ id, text: 'invoices in EUR', tags: ['billing', 'eu'], meta }])
    expect((await recall('invoices', { tags: ['billing'] })).count).toBe(2)
    expect((await recall('invoices', { tags: ['other'] })).count).toBe(0)
  })

  test('a forgotten text is not found, and its room is free', async () => {
    const { id } = await remember('invoices in EUR', { tags: ['billing'] })
    const forget = { wallet, slug: 'memory-forget', input: { id } }
    expect((await shop.buy(forget)).body).toEqual({ id, forgotten: true, owner: wallet })
    expect((await shop.buy(forget)).body).toMatchObject({ forgotten: false })
    expect(await texts('invoices')).toEqual([])
    const { body } = await shop.buy({ wallet, slug: 'memory-usage' })
    expect(body).toMatchObject({ keys: 0, bytes: 0 })
  })

  test('a text without words is stored, and the answer says that it cannot be found', async () => {
    expect(await remember('!?')).toMatchObject({ indexed: false, method: 'fulltext' })
  })

  describe('with an embeddings endpoint', () => {
    let endpoint: Endpoint
    let settings: Settings

    beforeAll(async () => {
      endpoint = await startEndpoint()
      settings = {
        EMBEDDINGS_URL: endpoint.url,
        EMBEDDINGS_KEY: 'secret',
        EMBEDDINGS_MODEL: 'meanings',
      }
    })
    afterAll(() => endpoint.close())

    beforeEach(async () => {
      endpoint.mood = 'well'
      shop = await openShop(db(), settings)
    })

    test('texts are found by meaning', async () => {
      expect(await remember('The dog sleeps')).toMatchObject({ indexed: true, method: 'embedding' })
      await remember('Money is due')
      const { results, method } = await recall('a puppy naps', { k: 1 })
      expect(results).toMatchObject([{ text: 'The dog sleeps', score: 1 }])
      expect(method).toBe('embedding')
      expect(endpoint.asked.at(-1)).toEqual({
        authorization: 'Bearer secret',
        body: { model: 'meanings', input: 'a puppy naps', encoding_format: 'float' },
      })
    })

    test('texts that have no vector follow by their words', async () => {
      shop = await openShop(db())
      await remember('Old note about a dog')
      shop = await openShop(db(), settings)
      await remember('Money is due')
      expect(await texts('dog')).toEqual(['Money is due', 'Old note about a dog'])
    })

    test('vectors of another model are not compared', async () => {
      await remember('The dog sleeps')
      shop = await openShop(db(), { ...settings, EMBEDDINGS_MODEL: 'other' })
      expect(await recall('puppy')).toMatchObject({ results: [], method: 'fulltext' })
    })

    test.each(['down', 'odd', 'hanging up'] as const)(
      'that is %s falls back to words',
      async (mood) => {
        endpoint.mood = mood
        expect(await remember('The dog sleeps')).toMatchObject({
          indexed: true,
          method: 'fulltext',
        })
        expect(await recall('dog')).toMatchObject({ count: 1, method: 'fulltext' })
      },
    )
  })
})

interface Endpoint {
  readonly url: string

  mood: 'well' | 'down' | 'odd' | 'hanging up'
  readonly asked: { authorization: string | undefined; body: unknown }[]
  close(): Promise<void>
}

/** Meanings as a model might see them: animals in one direction, money in another. */
const MEANINGS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/dog|puppy/i, [2, 0, 0]],
  [/money|invoice/i, [0, 3, 0]],
]

async function startEndpoint(): Promise<Endpoint> {
  const asked: Endpoint['asked'] = []
  const server: Server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as { input: string }
    asked.push({ authorization: request.headers.authorization, body })
    if (endpoint.mood === 'hanging up') return void request.socket.destroy()
    if (endpoint.mood === 'down') return void response.writeHead(503).end('{}')
    if (endpoint.mood === 'odd') return void response.end('<html>')
    const [, embedding] = MEANINGS.find(([words]) => words.test(body.input)) ?? [null, [0, 0, 1]]
    response.end(JSON.stringify({ data: [{ embedding }] }))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint: Endpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/embeddings`,
    mood: 'well',
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return endpoint
}
