import { hash } from 'node:crypto'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyBounds } from '../../src/selling/call/input-bounds.ts'
import { inputShape, sizedInput } from '../../src/base/core/shape.ts'
import type { JsonObject } from '../../src/base/lib/json-object.ts'
import { scanJson } from '../../src/base/lib/json-scan.ts'
import { bearer } from '../support/buyer.ts'
import { call, type Call } from '../support/calls.ts'
import { catalogOfTools } from '../support/catalog.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { eventually } from '../support/wait.ts'

const KB = 1024
const fixtures = createFixtures()
let service: TestService
let key: string

beforeAll(async () => {
  service = await openTestService({ tools: fixtures.tools })
  key = await service.issueKey('$1')
})
afterAll(() => service.stop())

const post = (path: string, body: unknown, headers: Call['headers'] = bearer(key)) =>
  call(service, path, { body, headers })
const members = (count: number) =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`

describe('the bounds of a body', () => {
  test('are as large as the largest input, and no tool takes more than 32 MB', async () => {
    const { tools } = await catalogOfTools()
    for (const tool of tools) {
      const { bytesMax } = bodyBounds(tool)
      expect(bytesMax).toBeGreaterThanOrEqual(64 * KB)
      expect(bytesMax, tool.slug).toBeLessThanOrEqual(32 * 1024 * KB)
    }
    const hash = tools.find(({ slug }) => slug === 'hash')
    expect(hash && bodyBounds(hash).bytesMax).toBeGreaterThan(600 * KB)
    expect(hash && bodyBounds(hash).bytesMax).toBeLessThan(700 * KB)
  })

  test('accept the largest text of a tool, however it is escaped', async () => {
    const body = `{"text":"${'\\u0041'.repeat(100 * KB)}"}`
    const { status } = await post('/api/hash', body)
    expect(status).toBe(200)
  })

  test.each([
    ['many members', members(50_000), /values/],
    ['nesting', `{"text":${'['.repeat(3_000)}${']'.repeat(3_000)}}`, /levels of nesting/],
    ['unclosed nesting', '['.repeat(50_000), /levels of nesting/],
  ])('refuse %s before it is parsed', async (_what, body, says) => {
    const heard = await post('/api/hash', body)
    expect(heard.status).toBe(400)
    expect(heard.body['error']).toMatch(says)
  })

  test('do not count brackets and commas within texts', async () => {
    const text = '[{",\\"'.repeat(5_000)
    const { status, body } = await post('/api/fixture-echo', { text })
    expect(status).toBe(200)
    expect(body['text']).toBe(text)
  })

  test('refuse hundreds of fields', async () => {
    const { status, body } = await post('/api/hash', members(100))
    expect(status).toBe(400)
    expect(body['error']).toMatch(/100 fields that this tool does not know; at most 64/)
  })

  test('are 64 KB for free endpoints', async () => {
    const { status, body } = await post('/api/find', { q: 'x'.repeat(64 * KB) }, {})
    expect(status).toBe(413)
    expect(body['error']).toContain('65536')
  })
})

describe('a body of many values', () => {
  const ranges = (count: number, startIso: string) =>
    Array.from({ length: count }, () => ({ startIso, endIso: '2026-01-01T01:00:00Z' }))

  test('is read in a thread, to the same input', async () => {
    const { status, body } = await post('/api/interval-ops', {
      op: 'merge',
      a: ranges(600, '2026-01-01T00:00:00Z'),
      unknown: true,
    })
    expect(body).toMatchObject({ ignoredParams: ['unknown'] })
    expect(status).toBe(200)
  })

  test('is refused from the thread with the whole refusal', async () => {
    const { status, body } = await post('/api/interval-ops', {
      op: 'merge',
      a: ranges(600, 'never'),
    })
    expect(status).toBe(400)
    expect(body['error']).toMatch(/^a\.0\.startIso: .* a\.1\.startIso: .* a\.2\.startIso: /)
    expect(String(body['error'])).not.toContain('a.3.')
    expect(body).toMatchObject({ tool: 'interval-ops', required: expect.anything() })
  })
})

describe('the answer of a tool that runs in a thread', () => {
  test('is the same, and says which fields were ignored', async () => {
    const csv = 'a,b\n1,"x"\n'
    const here = await post('/api/csv-to-json', { csv, colour: 'red' })
    const long = await post('/api/csv-to-json', { csv: csv + '1,"x"\n'.repeat(60_000), size: 1 })
    expect(here.body).toMatchObject({ rowCount: 1, ignoredParams: ['colour'] })
    expect(long.body).toMatchObject({ rowCount: 60_001, ignoredParams: ['size'] })
    expect(Object.keys(long.body)).toEqual(Object.keys(here.body))
  })
})

describe('a body that is no plain UTF-8', () => {
  test('is refused when it is compressed', async () => {
    const body = gzipSync('{"text":"hi"}').toString('latin1')
    const heard = await post('/api/hash', body, { ...bearer(key), 'content-encoding': 'gzip' })
    expect(heard.status).toBe(415)
    expect(heard.body['error']).toMatch(/^Content-Encoding: gzip/)
  })

  const sent = async (...parts: readonly (string | Buffer)[]) => {
    const response = await fetch(`${service.url}/api/hash`, {
      method: 'POST',
      body: Buffer.concat(parts.map((part) => Buffer.from(part))),
      headers: bearer(key),
    })
    return { status: response.status, body: (await response.json()) as JsonObject }
  }

  test.each([
    ['short', 10],
    ['long', 3_000],
  ])('is refused when its bytes are no UTF-8, %s', async (_what, length) => {
    const heard = await sent(`{"text":"${'x'.repeat(length)}`, Buffer.from([0xff, 0xfe]), '"}')
    expect(heard.status).toBe(400)
    expect(heard.body).toMatchObject({ error: 'The body is not valid UTF-8.' })
  })

  test.each([
    ['short', 10],
    ['long', 3_000],
  ])('is read without its byte order mark, %s', async (_what, length) => {
    const text = 'x'.repeat(length)
    const heard = await sent(Buffer.from([0xef, 0xbb, 0xbf]), JSON.stringify({ text }))
    expect([heard.status, heard.body['hex']]).toEqual([200, hash('sha256', text)])
  })
})

describe('a credential that cannot pay', () => {
  test.each([
    ['no key of ours', { authorization: 'Bearer junk' }],
    ['an unknown key', { authorization: `Bearer fbx_${'x'.repeat(32)}` }],
    ['no payment', { 'payment-signature': 'AAAA' }],
  ])('is refused before a large body arrives: %s', async (_what, headers) => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    const lines = Object.entries({ host: 'x', 'content-length': '600000', ...headers })
    const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')
    socket.write(`POST /api/hash HTTP/1.1\r\n${head}\r\n\r\n{"text":"`)
    const heard = await new Promise<string>((resolve) => {
      socket.once('data', (bytes: Buffer) => resolve(bytes.toString()))
    })
    socket.destroy()
    expect(heard).toMatch(/^HTTP\/1.1 4[0-9]2 /)
  })
})

test('bodies that never end leave room for others', { tags: 'long' }, async () => {
  const { hostname, port } = new URL(service.url)
  const text = Buffer.alloc(8 * 1024 * KB, 0x61)
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    const head = ['host: x', 'content-length: 12000000', `authorization: Bearer ${key}`]
    socket.write(`POST /api/base32 HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{"text":"`)
    socket.write(text)
    return socket
  })
  let refused = 0
  for (const socket of sockets)
    socket.once('data', (bytes: Buffer) => (refused += bytes.includes('503') ? 1 : 0))
  await eventually(() => expect(refused).toBeGreaterThanOrEqual(17), 25_000)
  expect(refused).toBeLessThan(20)
  const { status } = await post('/api/hash', { text: 'hi' })
  expect(status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

describe('a field that takes any JSON', () => {
  const guarded = (schema: unknown): readonly { bytesMax: number; valuesMax: number }[] => {
    if (typeof schema !== 'object' || schema === null) return []
    if ('bytesMax' in schema && 'valuesMax' in schema)
      return [schema as { bytesMax: number; valuesMax: number }]
    return Object.values(schema).flatMap(guarded)
  }

  test(
    'lets a body of its promised size through, on every tool that has one',
    { tags: 'long' },
    async () => {
      const { tools } = await catalogOfTools()
      const sized = tools.filter(
        (tool) => tool.method === 'POST' && guarded(sizedInput(tool)).length > 0,
      )
      expect(sized.length).toBeGreaterThan(15)
      for (const tool of sized) {
        const bounds = bodyBounds(tool)
        const [{ bytesMax, valuesMax }] = guarded(sizedInput(tool)) as [
          { bytesMax: number; valuesMax: number },
        ]
        expect(bounds.bytesMax, tool.slug).toBeGreaterThan(bytesMax)
        const many = Buffer.from(
          JSON.stringify({ data: Array.from({ length: valuesMax - 2 }, () => 1) }),
        )
        expect(scanJson(bounds).see(many), tool.slug).toBeNull()
        expect(JSON.stringify(inputShape(tool).schema)).not.toMatch(/"(bytes|values)Max"/)
      }
    },
  )

  test.each([
    [
      'table-aggregate',
      (rows: unknown) => ({ data: rows, by: ['a'], metrics: [{ field: '*', op: 'count' }] }),
    ],
    ['table-join', (rows: unknown) => ({ left: rows, right: [{ a: 1 }], on: ['a'] })],
    ['json-merge', (rows: unknown) => ({ values: [{ rows }, {}] })],
    ['json-query', (rows: unknown) => ({ data: rows, path: '$[0].a' })],
  ])('is read with 10,000 rows: %s', async (slug, inputOf) => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      a: at % 10,
      b: 'some text',
      c: true,
    }))
    const { status, body } = await post(`/api/${slug}`, inputOf(rows))
    expect([status, body['error']]).toEqual([200, undefined])
  })
})
