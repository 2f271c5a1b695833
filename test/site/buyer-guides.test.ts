/** @module-tag long */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareEnvironment } from '../support/bare-environment.ts'
import { BUYER_KEYS } from '../support/buyer.ts'
import { openTestService, type TestService } from '../support/service.ts'

/** What the guides for buyers show runs as it is copied from their pages. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PYTHON = process.env['PYTHON'] ?? 'python3'
const WITHIN_MS = 60_000
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

const GUIDES = readdirSync(`${ROOT}/docs/guides/buyers`)
  .map((file) => file.replace(/\.md$/, ''))
  .toSorted()

/** How a block is run, by its language. */
const RUNS: Readonly<Record<string, (text: string) => readonly [string, ...string[]]>> = {
  sh: (text) => ['sh', '-c', text],
  ts: (text) => [process.execPath, '--input-type=module-typescript', '--eval', text],
  python: (text) => [PYTHON, '-c', text],
}
/** The language of blocks that show an answer. */
const ANSWER = 'json'

type Says = readonly (string | RegExp)[]

/** What each block of a guide says, in the order of its page. Each guide has a key with $1. */
const SAYS: Readonly<Record<string, readonly Says[]>> = {
  'buy-your-first-call': [
    [/"results":\[\{"slug":"hash"/, '"price":"$0.001"'],
    [/^HTTP\/1.1 402[^]*"accepts":\[\{/],
    ['200', HELLO],
    [HELLO],
    ['200', HELLO],
  ],
  'find-a-tool': [
    [/"returned":3\b/, '"results":[{'],
    ['hash costs $0.001', '200', HELLO],
    ['"neutrality":', '"slug":"hash"'],
    ['"categories":', '/api/hash'],
  ],
  'jobs-and-streams': [
    [/^HTTP\/1.1 202/, /^location: \/api\/jobs\/[0-9a-f]{48}/im, '"status":"working"'],
    [/^completed /, HELLO],
    ['event: job', '"status":"completed"', HELLO],
    [/^data: \{[^]*data: \[DONE\]/],
    [new RegExp(`${HELLO}[^]*^x-idempotent-replay: true[^]*${HELLO}`, 'im')],
  ],
  'pay-for-calls': [[/"balanceUsd":1,/], ['"difficulty":'], ['200', HELLO]],
  'receipts-and-refunds': [
    [/^paid in 0x[0-9a-f]{64} on eip155:/, /\/receipts\/\S+ 200$/m],
    [/^400\n/, /"balanceUsd":1,"heldUsd":0,/],
    ['200 0.999'],
  ],
  'security-and-privacy': [['# Receipt', '$0.001', 'credits']],
  'use-a2a': [
    ['"protocolBinding":"HTTP+JSON"'],
    ['TASK_STATE_INPUT_REQUIRED', '"slug":"hash"'],
    ['TASK_STATE_COMPLETED', HELLO],
    [/^TASK_STATE_INPUT_REQUIRED\nTASK_STATE_COMPLETED/, "key: 'greeting'", 'success: true'],
    ['TASK_STATE_COMPLETED', 'local/echo'],
  ],
  'use-language-models': [
    [/^local\/echo [^\n]*Say hi\n[^\n]*Say hi\n$/],
    ['local/echo', 'Say hi'],
    ['"local/echo"'],
    [/^HTTP\/1.1 200/, /^x-dropped-fields: metadata/im],
  ],
  'use-mcp': [
    [/^hash true\n/, HELLO, 'false 0.997'],
    [/^false \{/, '"key":"greeting"'],
  ],
  'use-memory': [
    ['"reason":"identity-bound"'],
    [/owner: '0x[0-9a-f]{40}'/, '{"lang":"en"}', /^true$/m],
  ],
  'what-an-error-means': [[/"error":"(text|algo): /]],
}

let service: TestService
beforeAll(async () => {
  service = await openTestService({ settings: { SANDBOX: 'true', MPP: 'true' } })
})
afterAll(() => service.stop())

interface Block {
  readonly language: string
  readonly text: string
}

async function blocksOf(guide: string): Promise<readonly Block[]> {
  const reply = await fetch(`${service.url}/docs/${guide}`, { headers: { accept: 'text/html' } })
  const page = load(await reply.text())
  return page('article pre code')
    .toArray()
    .map((code) => ({
      language: page(code).attr('class')?.replace('language-', '') ?? '',
      text: page(code).text(),
    }))
}

const run = (
  [program, ...args]: readonly [string, ...string[]],
  more: Readonly<Record<string, string>>,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { ...bareEnvironment(), ...more }
    const options = { cwd: ROOT, env, timeout: WITHIN_MS, maxBuffer: OUTPUT_BYTES_MAX }
    execFile(program, args, options, (failed, stdout, stderr) =>
      failed ? reject(new Error(stderr, { cause: failed })) : resolve(stdout),
    )
  })

describe('the guides for buyers', { timeout: WITHIN_MS }, () => {
  test('stand first in the list', async () => {
    const reply = await fetch(`${service.url}/docs`, { headers: { accept: 'text/html' } })
    const page = load(await reply.text())
    const links = page('main nav a[href^="/docs/"]').toArray()
    const first = links.slice(0, GUIDES.length).map((link) => page(link).attr('href'))
    expect(first).toEqual(GUIDES.map((id) => `/docs/${id}`))
  })

  test.each(GUIDES)('%s: each block runs, and says what it should', async (guide) => {
    const blocks = (await blocksOf(guide)).filter(({ language }) => language !== ANSWER)
    const more = {
      CREDITS_KEY: await service.issueKey('$1'),
      WALLET_KEY: BUYER_KEYS[0],
      HOME: service.dataDir,
    }
    const says = SAYS[guide] ?? []
    expect(blocks).toHaveLength(says.length)
    for (const [at, { language, text }] of blocks.entries()) {
      const how = RUNS[language]
      expect(how, `a block of ${language || 'no language'}`).toBeDefined()
      expect(text).toContain(service.url)
      const said = await run(how!(text), more)
      for (const expected of says[at] ?? []) expect(said).toMatch(expected)
    }
  })
})
