/** @module-tag long */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareEnvironment } from '../support/bare-environment.ts'
import { BUYER_KEYS } from '../support/buyer.ts'
import { openTestService, type TestService } from '../support/service.ts'

/** What the guides for buyers show runs as it is copied from their pages. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GUIDES = ['buy-your-first-call', 'pay-for-calls', 'what-an-error-means'] as const
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

let service: TestService
let more: Readonly<Record<string, string>>
beforeAll(async () => {
  service = await openTestService({ settings: { SANDBOX: 'true', MPP: 'true' } })
  more = { CREDITS_KEY: await service.issueKey('$1'), WALLET_KEY: BUYER_KEYS[0] }
})
afterAll(() => service.stop())

async function programsOf(guide: string, language: string): Promise<readonly string[]> {
  const reply = await fetch(`${service.url}/docs/${guide}`, { headers: { accept: 'text/html' } })
  const page = load(await reply.text())
  const found = page(`article pre code.language-${language}`).toArray()
  return found.map((code) => page(code).text())
}

const run = (program: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd: ROOT, env: { ...bareEnvironment(), ...more }, timeout: 60_000 }
    execFile(program, args, options, (failed, stdout, stderr) =>
      failed ? reject(new Error(stderr, { cause: failed })) : resolve(stdout),
    )
  })

describe('the guides for buyers', { timeout: 60_000 }, () => {
  test('stand first in the list', async () => {
    const reply = await fetch(`${service.url}/docs`, { headers: { accept: 'text/html' } })
    const page = load(await reply.text())
    const links = page('main nav a[href^="/docs/"]').toArray()
    const first = links.slice(0, 3).map((link) => page(link).attr('href'))
    expect(first).toEqual(GUIDES.map((id) => `/docs/${id}`))
  })

  test('lines of the shell answer as the text says', async () => {
    const said: string[] = []
    for (const guide of GUIDES)
      for (const lines of await programsOf(guide, 'sh')) {
        expect(lines).toContain(service.url)
        said.push(await run('sh', ['-c', lines]))
      }
    expect(said.map((text) => text.slice(0, 12))).toHaveLength(6)
    const [found, unpaid, paid, balance, challenge, wrong] = said as [string, ...string[]]
    expect(JSON.parse(found).results[0]).toMatchObject({ slug: 'hash', price: '$0.001' })
    expect(unpaid).toMatch(/^HTTP\/1.1 402[^]*"accepts":\[\{/)
    expect(paid).toContain(HELLO)
    expect(JSON.parse(balance!)).toMatchObject({ balanceUsd: 0.999 })
    expect(JSON.parse(challenge!)).toHaveProperty('difficulty')
    expect(JSON.parse(wrong!).error).toMatch(/^(text|algo): /)
  })

  test('programs pay by wallet and by work', async () => {
    const programs = [
      ...(await programsOf(GUIDES[0], 'ts')),
      ...(await programsOf(GUIDES[1], 'ts')),
    ]
    expect(programs).toHaveLength(2)
    for (const program of programs) {
      const said = await run(process.execPath, [
        '--input-type=module-typescript',
        '--eval',
        program,
      ])
      expect(said).toContain('200')
      expect(said).toContain(HELLO)
    }
  })
})
