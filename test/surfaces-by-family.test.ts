import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from './support/calls.ts'
import { openTestService, type TestService } from './support/service.ts'

/** Documents by family: each is a part of a whole one, and needs no other. */
const TOKEN = 'a-token-of-the-operator-0123'
let service: TestService
let whole: { readonly openapi: Description; readonly pricing: PriceList }

beforeAll(async () => {
  service = await openTestService({ settings: { OPERATOR_TOKEN: TOKEN } })
  whole = {
    openapi: await read<Description>('/openapi.json'),
    pricing: await read<PriceList>('/api/pricing'),
  }
})
afterAll(() => service.stop())

interface Description {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
}
interface PriceList {
  readonly tools: number
  readonly endpoints: readonly { readonly slug: string; readonly category: string }[]
}

async function read<Document>(path: string): Promise<Document> {
  const { status, text } = await call(service, path)
  expect([path, status]).toEqual([path, 200])
  return JSON.parse(text) as Document
}

const families = () => Object.keys(service.catalog.families)

const operationsIn = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, here]) =>
    Object.entries(here).map(([method, operation]) => ({ path, method, operation })),
  )

describe('the description of a family', () => {
  test('has the operations of that family as the whole has them, and its tag', async () => {
    expect(families().length).toBeGreaterThan(20)
    const all = operationsIn(whole.openapi)
    const odd: string[] = []
    for (const tag of families()) {
      const part = await read<Description>(`/openapi/${tag}.json`)
      const ofFamily = all.filter(({ operation }) => operation.tags[0] === tag)
      if (!isDeepStrictEqual(operationsIn(part), ofFamily)) odd.push(tag)
      expect(part.tags).toEqual(whole.openapi.tags.filter(({ name }) => name === tag))
    }
    expect(odd).toEqual([])
  })

  test('refers to nothing outside of it', async () => {
    const part = await read<Description>('/openapi/calendar.json')
    const pointers = referencesIn(part)
    expect(pointers.length).toBeGreaterThan(10)
    for (const pointer of pointers)
      expect([pointer, target(part, pointer)]).toEqual([pointer, true])
  })
})

test('the price lists of the families are the whole list in parts', async () => {
  const odd: string[] = []
  for (const tag of families()) {
    const part = await read<PriceList>(`/api/pricing?family=${tag}`)
    const ofFamily = whole.pricing.endpoints.filter(({ category }) => category === tag)
    const wanted = { ...whole.pricing, tools: ofFamily.length, endpoints: ofFamily }
    if (!isDeepStrictEqual(part, wanted)) odd.push(tag)
  }
  expect(odd).toEqual([])
  const categories = new Set(whole.pricing.endpoints.map(({ category }) => category))
  expect([...categories].toSorted()).toEqual(families().toSorted())
})

test('the manifest leads to both documents of each family', async () => {
  const { capabilities } = await read<{
    readonly capabilities: {
      readonly categories: readonly {
        readonly key: string
        readonly tools: number
        readonly openapi: string
        readonly pricing: string
      }[]
    }
  }>('/.well-known/x402')
  for (const { key, tools, openapi, pricing } of capabilities.categories) {
    const [described, priced] = [openapi, pricing].map((url) => url.replace(service.url, ''))
    expect([described, priced]).toEqual([`/openapi/${key}.json`, `/api/pricing?family=${key}`])
    expect((await read<PriceList>(priced ?? '')).tools).toBe(tools)
  }
  expect(capabilities.categories).toHaveLength(families().length)
})

describe.each([
  ['/openapi/', '.json'],
  ['/api/pricing?family=', ''],
])('%s', (head, tail) => {
  const part = (name: string, headers = {}) => call(service, `${head}${name}${tail}`, { headers })
  const etagOf = async (name: string) => (await part(name)).headers.etag ?? ''

  test('is known by its tag, and not sent again to who has it', async () => {
    const etag = await etagOf('calendar')
    expect(etag).not.toBe('')
    expect(await part('calendar', { 'if-none-match': etag })).toMatchObject({
      status: 304,
      text: '',
    })
    expect(await etagOf('time')).not.toBe(etag)
  })

  test('takes the former name of a family', async () => {
    expect(await etagOf('date-time')).toBe(await etagOf('calendar'))
  })

  test.each(['no-such-family', '', 'constructor', '__proto__', '%2e%2e', 'x'.repeat(5_000)])(
    'refuses %j with the names that there are',
    async (name) => {
      const { status, body, bytes } = await part(name)
      expect(status).toBe(404)
      expect(String(body['error'])).toContain('must be one of')
      for (const tag of families()) expect(String(body['error'])).toContain(tag)
      expect(bytes.length).toBeLessThan(2_000)
    },
  )

  test('follows a price that the operator changes, and others stay as they are', async () => {
    const tool = service.catalog.tools.find(({ family }) => family === 'calendar')
    // By their etags, since a difference of megabytes says nothing.
    const states = async () => [await etagOf('calendar'), await etagOf('time')]
    const [before, other] = await states()
    const change = (body: object) =>
      call(service, '/api/operator/tools', {
        headers: { authorization: `Bearer ${TOKEN}` },
        body: { slug: tool?.slug, ...body },
      })
    expect((await change({ price: '$0.77' })).status).toBe(200)
    expect(/\$0\.770?\b/.test((await part('calendar')).text)).toBe(true)
    expect(await states()).toEqual([expect.not.stringContaining(before ?? ''), other])
    expect((await change({ price: null })).status).toBe(200)
    expect(await states()).toEqual([before, other])
  })
})

function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

/** Whether a reference leads to something in its own document. */
function target(document: unknown, pointer: string): boolean {
  const steps = pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const found = steps
    .slice(1)
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)?.[step], document)
  return steps[0] === '#' && found !== undefined
}
