/** @module-tag long */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeProxy } from '../scripts/_new-proxy.ts'
import { mcpProxy } from '../src/goods/proxies/mcp.ts'
import { openApiProxy } from '../src/goods/proxies/openapi.ts'
import { ROOT } from './support/conventions/source.ts'
import { PETS, startPricedApi, type PricedApi } from './support/priced-api.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'

/** Operations of a document and tools of a server, sold as any tool of an operator. */
const run = promisify(execFile)
let api: PricedApi
let folder: string
let server: ServerProcess
let key: string

beforeAll(async () => {
  api = await startPricedApi()
  folder = await mkdtemp(join(tmpdir(), 'proxies-'))
  await mkdir(join(folder, 'pets'))
  await cp(PETS, join(folder, 'pets/pets.yaml'))
  const write = (name: string, spec: string) =>
    writeFile(
      join(folder, 'pets', name),
      `import { defineProxy } from 'farebox'\nexport default defineProxy(${spec})\n`,
    )
  await write('_family.ts', '')
  await writeFile(
    join(folder, 'pets/_family.ts'),
    `export default { title: 'Pets', description: 'All about them.' }\n`,
  )
  await write(
    'api.ts',
    `{ slug: 'pets', openapi: new URL('pets.yaml', import.meta.url), base: '${api.url}/v1',
      price: { addPet: '$0.010', '*': '$0.002' }, allow: ['*', 'addPet', 'DELETE *', 'setMotto'],
      headers: { 'x-key': 'secret-of-the-operator' }, query: { key: 'also secret' } }`,
  )
  await write(
    'sums.ts',
    `{ slug: 'sums', mcp: '${api.url}/mcp', price: '$0.003', allow: ['add_numbers', 'shout'] }`,
  )
  await write(
    'away.ts',
    `{ slug: 'away', mcp: 'http://127.0.0.1:1/mcp', price: '$0.003', allow: ['*'] }`,
  )
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data') }
  const issue = ['run.mjs', 'scripts/credits.ts', 'issue', '5']
  const { stdout } = await run(process.execPath, issue, { cwd: ROOT, env })
  key = /key +(\S+)/.exec(stdout)?.[1] ?? ''
  server = await startServer({ TOOLS_DIR: folder, DATA_DIR: join(folder, 'data') })
}, 60_000)
afterAll(async () => {
  await server?.kill()
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

const call = async (path: string, body?: unknown) => {
  const reply = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const balance = async () => Number((await call('/api/credits/balance')).body['balanceUsd'])
const lastAsked = () => api.asked.at(-1)

test('are found, priced and documented, unless their source is away', async () => {
  const found = await call('/api/find?q=sum+of+two+whole+numbers&k=3')
  expect(JSON.stringify(found.body['results'])).toContain('"slug":"sums-add-numbers"')
  const document = (await call('/openapi.json')).body as {
    paths: Record<string, Record<string, { parameters?: { name?: string }[] }>>
  }
  const ours = Object.keys(document.paths).filter((path) => /\/(pets|sums|away)-/.test(path))
  expect(ours.toSorted()).toEqual([
    '/api/pets-add-pet',
    '/api/pets-get-pet',
    '/api/pets-list-pets',
    '/api/pets-motto',
    '/api/pets-remove-pet',
    '/api/pets-set-motto',
    '/api/sums-add-numbers',
    '/api/sums-shout',
  ])
  const listed = document.paths['/api/pets-list-pets']?.['get']?.parameters ?? []
  expect(listed.flatMap(({ name }) => name ?? [])).toEqual(['kind', 'limit', 'X-Trace'])
  const page = await (await fetch(`${server.url}/tools/pets-add-pet`)).text()
  expect(page).toContain('One more pet.')
  expect(page).toContain('$0.010')
})

test('a GET takes its parameters where the API wants them, and the keys stay here', async () => {
  const { status, body } = await call('/api/pets-list-pets?kind=dog&kind=cat&X-Trace=t1')
  expect(status).toBe(200)
  expect(body).toMatchObject({ result: [{ id: 7, name: 'Rex' }], untrustedContent: true })
  expect(lastAsked()?.what).toBe('GET /v1/pets?key=also%20secret&kind=dog,cat&limit=10')
  expect(lastAsked()?.headers).toMatchObject({ 'x-key': 'secret-of-the-operator', 'x-trace': 't1' })
  expect(JSON.stringify(body)).not.toMatch(/secret/)
})

test('bodies are sent as JSON or as a form, including defaults', async () => {
  const tail = { name: 'a', tail: { name: 'b', tail: null } }
  expect((await call('/api/pets-add-pet', { name: 'Rex', tail })).status).toBe(200)
  expect(JSON.parse(lastAsked()?.body ?? '')).toEqual({ name: 'Rex', kind: 'dog', tail })
  expect((await call('/api/pets-set-motto', { body: { words: 'a b&c' } })).status).toBe(200)
  expect(lastAsked()).toMatchObject({ body: 'words=a+b%26c' })
  expect(lastAsked()?.what).toBe('PUT /v1/motto?key=also%20secret')
  expect((await call('/api/pets-motto')).body['result']).toBe('Be kind.')
  expect((await call('/api/pets-remove-pet', { petId: 'rex' })).body['result']).toBe(null)
  expect(lastAsked()?.what).toBe('DELETE /v1/pets/rex?key=also%20secret')
})

describe('for invalid input, nothing is charged and the API is not called', () => {
  test.each([
    ['/api/pets-list-pets?kind=fish', undefined, 'kind'],
    ['/api/pets-list-pets?kind=dog&limit=51', undefined, 'limit'],
    ['/api/pets-add-pet', { name: '' }, 'name'],
    ['/api/pets-add-pet', { name: 'Rex', kind: 'fish' }, 'kind'],
    ['/api/pets-get-pet?petId=..', undefined, 'petId'],
    ['/api/pets-get-pet?petId=a%2Fb', undefined, 'petId'],
    ['/api/pets-list-pets?kind=dog&X-Trace=%C3%A9', undefined, 'X-Trace'],
    ['/api/sums-add-numbers', { a: 1.5, b: 2 }, 'a'],
    ['/api/sums-add-numbers', { a: 1, b: 101 }, 'b'],
  ])('%s %j', async (path, body, field) => {
    const [before, asked] = [await balance(), api.asked.length]
    const answer = await call(path, body)
    expect(answer.status).toBe(400)
    expect(String(answer.body['error'])).toContain(field)
    expect(api.asked.length).toBe(asked)
    expect(await balance()).toBe(before)
  })
})

test('a pattern with exponential time is not run', async () => {
  const startedAt = performance.now()
  expect((await call(`/api/pets-get-pet?petId=${'a'.repeat(40)}B`)).status).toBe(400)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

test.each([
  ['/api/pets-get-pet?petId=gone', undefined, 404],
  ['/api/pets-get-pet?petId=odd', undefined, 502],
  ['/api/sums-shout', { text: 'fail' }, 502],
])('a failure of the API is a fault and costs nothing: %s', async (path, body, status) => {
  const before = await balance()
  const answer = await call(path, body)
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).not.toMatch(/secret/)
  expect(await balance()).toBe(before)
})

test('tools of a server are called with their input, and paid', async () => {
  const before = await balance()
  const added = await call('/api/sums-add-numbers', { a: 40, b: 2 })
  expect(added.body).toMatchObject({ result: { sum: 42 }, untrustedContent: true })
  expect(await balance()).toBeCloseTo(before - 0.003, 9)
  expect((await call('/api/sums-shout', { text: 'hi' })).body['result']).toBe('HI')
})

test('a restarted server is called again', async () => {
  api.forget()
  expect((await call('/api/sums-shout', { text: 'again' })).body['result']).toBe('AGAIN')
})

describe('a file is refused at the start', () => {
  const pets = { slug: 'p', openapi: PETS, price: '$0.002' } as const
  test.each([
    [{ ...pets, allow: ['petz'] }, 'allow names petz, which is none of listPets, addPet'],
    [{ ...pets, allow: ['setPicture'] }, 'it takes multipart/form-data'],
    [{ ...pets, price: { motto: '$1' }, allow: ['getPet'] } as const, 'price says nothing of'],
    [{ ...pets, openapi: { swagger: '2.0' }, allow: ['*'] }, 'version 2.0'],
    [{ ...pets, openapi: { openapi: '3.1.0' }, allow: ['*'] }, 'where the API is; set base'],
  ])('%#', async (spec, sentence) => {
    await expect(openApiProxy(spec).open()).rejects.toThrow(sentence)
  })
})

test('a source that is away, or lacks a named operation, does not stop the start', async () => {
  const spec = { slug: 'p', price: '$0.002', allow: ['nothing'] } as const
  const openapi = 'http://127.0.0.1:1/openapi.json'
  expect(await openApiProxy({ ...spec, openapi }).open()).toMatch(/^p: 127/)
  expect(await mcpProxy({ ...spec, mcp: `http://127.0.0.1:1/mcp` }).open()).toMatch(/^p: 127/)
  const mcp = `${api.url}/mcp` as `http://${string}`
  expect(await mcpProxy({ ...spec, mcp }).open()).toBe(
    'p: allow names nothing, which is none of add_numbers, shout, hidden',
  )
})

describe('npm run new -- proxy', () => {
  test('writes a proxy for the API at an address, and its tools are sold', async () => {
    const made = await mkdtemp(join(tmpdir(), 'new-proxy-'))
    try {
      const kinds = await Promise.all([
        writeProxy(made, `${api.url}/pets.yaml`, 'pets/pets'),
        writeProxy(made, `${api.url}/mcp`, 'sums/sums'),
        writeProxy(made, `${api.url}/v1/bikes?station=harbour`, 'town/bikes'),
      ])
      expect(kinds.map(({ kind }) => kind)).toEqual(['openapi', 'mcp', 'url'])
      const list = `const { resolveFarebox } = await import('./src/engines/threads/farebox-import.ts')
        const { withOwnTools } = await import('./src/selling/catalog/own-tools.ts')
        resolveFarebox()
        const { tools } = await withOwnTools({ tools: [], families: {} }, ${JSON.stringify(made)})
        console.log(JSON.stringify(tools.map(({ path }) => path)))`
      const told = await run(process.execPath, ['--eval', list], { cwd: ROOT })
      expect((JSON.parse(told.stdout) as string[]).toSorted()).toEqual([
        '/api/bikes',
        '/api/pets-get-pet',
        '/api/pets-list-pets',
        '/api/pets-motto',
        '/api/sums-add-numbers',
      ])
      const again = writeProxy(made, `${api.url}/mcp`, 'sums/sums')
      await expect(again).rejects.toThrow('sums/sums.ts exists already')
    } finally {
      await rm(made, { recursive: true })
    }
  })
})
