/** @module-tag long */
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type ServerProcess } from './support/server-process.ts'

/** Tools, a pack and a proxy of an operator, in a folder outside this repository. */
let folder: string
let server: ServerProcess
let api: Server
let asked: { url: string; key: string }[]
let answer: string

beforeAll(async () => {
  asked = []
  answer = JSON.stringify({ free: 7, more: 'left out' })
  api = createServer((request, response) => {
    asked.push({ url: String(request.url), key: String(request.headers['x-key']) })
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const { port } = api.address() as AddressInfo
  folder = await mkdtemp(join(tmpdir(), 'own-tools-'))
  await cp(new URL('fixtures/own-tools', import.meta.url), folder, { recursive: true })
  server = await startServer({
    TOOLS_DIR: folder,
    DATA_DIR: join(folder, 'data'),
    UPSTREAM_PROXY_TOWN_BIKES_URL: `http://127.0.0.1:${port}`,
    FREE_MODE: 'true',
  })
}, 60_000)
afterAll(async () => {
  await server.kill()
  api.close()
  await rm(folder, { recursive: true, force: true })
})

const post = async (path: string, body: unknown) => {
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const get = async (path: string) => {
  const reply = await fetch(server.url + path)
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

test('a tool of the folder is tried without a server', async () => {
  const tried = ['scripts/try.ts', 'greet', '{"name":"Bo"}']
  const env = { ...process.env, TOOLS_DIR: folder }
  const { stdout } = await promisify(execFile)(process.execPath, tried, { env })
  expect(JSON.parse(stdout)).toEqual({ greeting: 'Hello, Bo.' })
})

test('are called as any tool, with their input checked', async () => {
  expect((await post('/api/greet', { name: 'Bo' })).body).toEqual({ greeting: 'Hello, Bo.' })
  const wrong = await post('/api/greet', { name: 7 })
  expect(wrong.status).toBe(400)
  expect(String(wrong.body['error'])).toContain('name')
})

test('are found, priced and documented', async () => {
  const { body } = await get('/api/find?q=say+hello+to+a+person&k=3')
  expect(JSON.stringify(body['results'])).toContain('"slug":"greet"')
  const prices = JSON.stringify((await get('/api/pricing')).body)
  for (const slug of ['greet', 'town-bikes', 'skill-welcome-desk']) expect(prices).toContain(slug)
  expect(await (await fetch(`${server.url}/tools/greet`)).text()).toContain('Greetings')
  expect(JSON.stringify((await get('/openapi.json')).body)).toContain('/api/town-bikes')
})

test('run in packs together with built-in tools', async () => {
  const { status, body } = await post('/api/skill/welcome-desk', { name: 'Ada' })
  expect(status).toBe(200)
  expect(JSON.stringify(body)).toContain('Hello, Ada.')
})

test('a proxy asks the API with the key of the operator, and keeps it', async () => {
  const { status, body } = await get('/api/town-bikes?station=old%20harbour&kind=electric')
  expect(status).toBe(200)
  expect(body).toMatchObject({ result: { free: 7 }, untrustedContent: true })
  expect(asked).toEqual([
    { url: '/stations/old%20harbour/bikes?kind=electric', key: 'secret-of-the-operator' },
  ])
  expect(JSON.stringify(body)).not.toContain('secret-of-the-operator')
})

test.each(['..', '.', ''])('the name %j does not lead to another address', async (station) => {
  const before = asked.length
  const { status, body } = await get(`/api/town-bikes?station=${station}`)
  expect(status).toBe(400)
  expect(String(body['error'])).toContain('station: must be a name')
  expect(asked.length).toBe(before)
})

test('an answer of another form is a fault of the API', async () => {
  answer = JSON.stringify({ bikes: 7 })
  const { status, body } = await get('/api/town-bikes?station=x')
  expect(status).toBe(502)
  expect(String(body['error'])).not.toContain('secret')
})
