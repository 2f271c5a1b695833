import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { good, startProvider, status, type FaultyProvider } from '../support/llm/provider.ts'
import { freshPostgres } from '../support/postgres.ts'

/** Two replicas on one database, and two providers. */
const PATH = '/v1/nano/chat/completions'
const body = { messages: [{ role: 'user', content: 'Hi' }] }

let first: FaultyProvider
let second: FaultyProvider
let replicas: readonly [TestService, TestService]
let now = Date.now()

beforeAll(async () => {
  first = await startProvider()
  second = await startProvider()
  second.plays(good)
  const settings = {
    FREE_MODE: 'true',
    DATABASE_URL: await freshPostgres(),
    LLM_URL: first.url,
    OPENAI_API_KEY: 'key',
    UPSTREAM_OPENAI_URL: `${second.url}/v1`,
  }
  const open = () => openTestService({ settings, now: () => now })
  replicas = [await open(), await open()]
})
afterAll(async () => {
  await Promise.all(replicas.map((service) => service.stop()))
  await Promise.all([first.stop(), second.stop()])
})

async function servedBy(service: TestService): Promise<unknown> {
  const heard = await call(service, PATH, { body })
  expect(heard.status, heard.text).toBe(200)
  return heard.headers['x-router-provider']
}

test('what one replica finds closed, others do not ask; all ask again later', async () => {
  const [one, other] = replicas
  expect(await servedBy(other)).toBe('url')
  first.plays(good, status(401))
  expect(await servedBy(one)).toBe('openai')
  // What is known of others is written beside the calls, and read again every two seconds.
  const later = (): Promise<unknown> => {
    now += 2_000
    return servedBy(other)
  }
  await expect.poll(later).toBe('openai')
  now += 600_000
  expect(await servedBy(one)).toBe('url')
  await expect.poll(() => servedBy(other)).toBe('url')
})
