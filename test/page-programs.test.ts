import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { load } from 'cheerio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnvironment } from './support/bare-environment.ts'
import { BUYER_KEYS } from './support/buyer.ts'
import { createFixtures } from './support/fixture-tools.ts'
import { openTestService, type TestService } from './support/service.ts'

/** The programs that a page shows run as they are copied, with a stock client, and are answered. */
const TOKEN = 'a-token-of-the-operator-0123'
const ROOT = fileURLToPath(new URL('..', import.meta.url))
let service: TestService

beforeAll(async () => {
  const settings = { OPERATOR_TOKEN: TOKEN, SANDBOX: 'true', MPP: 'true' }
  service = await openTestService({ settings, tools: createFixtures().tools })
})
afterAll(() => service.stop())

const setPrice = (slug: string, price: string) =>
  fetch(`${service.url}/api/operator/tools`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ slug, price }),
  })

async function programOn(path: string, label: string): Promise<string> {
  const reply = await fetch(service.url + path, { headers: { accept: 'text/html' } })
  return load(await reply.text())(`[data-label="${label}"] pre`).text()
}

const run = (program: string, more: Readonly<Record<string, string>>): Promise<string> =>
  new Promise((resolve) => {
    const env = { ...bareEnvironment(), ...more }
    const args = ['--input-type=module-typescript', '--eval', program]
    execFile(process.execPath, args, { cwd: ROOT, env, timeout: 60_000 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })

const WAYS = [
  ['TypeScript, x402', '$0.001'],
  ['TypeScript, x402', '$2.10'],
  ['TypeScript, MPP', '$0.001'],
  ['TypeScript, MPP', '$2.10'],
] as const

test.each(WAYS)('%s, for %s', { tags: 'long', timeout: 60_000 }, async (label, price) => {
  expect((await setPrice('fixture-echo', price)).status).toBe(200)
  const program = await programOn('/tools/fixture-echo', label)
  expect(program).toContain('fixture-echo')
  expect(await run(program, { WALLET_KEY: BUYER_KEYS[0] })).toContain(`text: 'hi'`)
})
