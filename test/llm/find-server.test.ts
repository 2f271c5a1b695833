import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/service/settings/config.ts'
import { findModelServer } from '../../src/capabilities/llm/find-server.ts'
import { freePort } from '../../src/outside/net/free-port.ts'
import { assertUsable, declaredBy } from '../../src/service/ops/check-settings.ts'
import { catalogOfTools } from '../support/catalog.ts'

/** Servers of models on this machine, as the start looks for them. */
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** As Ollama and llama.cpp list their models; `HANGS` never answers. */
const HANGS = 'hangs'
async function serve(body: string, type = 'application/json'): Promise<string> {
  const server = createServer((request, response) => {
    if (body === HANGS) return
    const isList = request.url === '/v1/models'
    response.writeHead(isList ? 200 : 404, { 'content-type': type }).end(isList ? body : '')
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const listOf = (...ids: readonly string[]) =>
  JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 1 })) })

const reads = (settings: Readonly<Record<string, string>>) => (name: string) => settings[name]
const nobody = async () => `http://127.0.0.1:${await freePort('127.0.0.1')}`

describe('a server that nobody has named', () => {
  test('is found, with a model that talks and one that makes vectors', async () => {
    const place = await serve(listOf('nomic-embed-text:latest', 'bge-reranker', 'llama3.2:3b'))
    const found = await findModelServer(reads({}), {
      byDefault: true,
      places: [await nobody(), place],
    })
    expect(found).toEqual({
      LLM_URL: place,
      LLM_URL_MODEL: 'llama3.2:3b',
      LLM_URL_WAIT_SECONDS: '120',
      LLM_URL_EMBEDDINGS_MODEL: 'nomic-embed-text:latest',
    })
  })
  test.each([
    ['where the instance is meant for buyers', {}, false],
    ['where LLM_FIND says no', { LLM_FIND: 'false' }, true],
    ['beside a provider that is set', { OPENAI_API_KEY: 'k' }, true],
  ])('is not looked for %s', async (_, settings, byDefault) => {
    const place = await serve(listOf('llama3.2:3b'))
    expect(await findModelServer(reads(settings), { byDefault, places: [place] })).toEqual({})
  })
  test('is looked for where LLM_FIND says so, meant for buyers or not', async () => {
    const place = await serve(listOf('qwen3:8b'))
    const asked = { byDefault: false, places: [place] }
    const found = await findModelServer(reads({ LLM_FIND: 'true' }), asked)
    expect(found).toMatchObject({ LLM_URL: place, LLM_URL_MODEL: 'qwen3:8b' })
  })
})

test.each([
  ['answers in HTML', '<html>Router</html>', 'text/html'],
  ['lists something else', JSON.stringify({ data: [{ id: 'x' }] }), 'application/json'],
  ['has no model', listOf(), 'application/json'],
  ['has models for vectors only', listOf('all-minilm'), 'application/json'],
])('what %s is not taken for a server of models', async (_, body, type) => {
  const place = await serve(body, type)
  expect(await findModelServer(reads({}), { byDefault: true, places: [place] })).toEqual({})
})

test('a server that never answers holds up the start for a second at most', async () => {
  const begun = performance.now()
  const place = await serve(HANGS)
  expect(await findModelServer(reads({}), { byDefault: true, places: [place] })).toEqual({})
  expect(performance.now() - begun).toBeLessThan(3_000)
})

describe('the model of LLM_URL', () => {
  test('is asked for where it is not named', async () => {
    const place = await serve(listOf('mistral:7b'))
    const found = await findModelServer(reads({ LLM_URL: `${place}/v1/` }), { byDefault: false })
    expect(found['LLM_URL_MODEL']).toBe('mistral:7b')
  })
  test('is not asked for where it is named', async () => {
    const settings = { LLM_URL: await serve(listOf('mistral:7b')), LLM_URL_MODEL: 'mine' }
    expect(await findModelServer(reads(settings), { byDefault: true })).toEqual({})
  })
})

test('an address that is none is told by the start, and nobody is looked for', async () => {
  const settings = { LLM_URL: 'ftp://models.example', UPSTREAM_OPENAI_URL: 'models.example' }
  expect(await findModelServer(reads(settings), { byDefault: true })).toEqual({})
  const { tools } = await catalogOfTools()
  expect(() => assertUsable(readConfig(settings), declaredBy(tools))).toThrow(
    'Unusable settings:\n' +
      '  LLM_URL: must be an http(s) address\n' +
      '  UPSTREAM_OPENAI_URL: must be an http(s) address',
  )
})
