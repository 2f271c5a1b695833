/** @module-tag long */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSpending } from '../../scripts/_spending.ts'
import { microDollarsOf } from '../../scripts/_mcp-wallet.ts'
import { clientGuides } from '../../src/front/surfaces/client-guides.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { BUYER_KEYS, createBuyer } from '../support/buyer.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'

const fixtures = createFixtures()
const SCRIPT = fileURLToPath(new URL('../../scripts/mcp.ts', import.meta.url))
const STRANGER = { name: 'catalog.call', arguments: { slug: 'fixture-stranger', params: {} } }
const DAY = Date.UTC(2026, 0, 5, 12)
let service: TestService
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-bridge-'))
  service = await openTestService({ tools: fixtures.tools, settings: { SANDBOX: 'true' } })
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A stock client that starts the process as a desktop program does. */
async function withBridge<T>(
  settings: Readonly<Record<string, string>>,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ name: 'desktop', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SCRIPT],
    env: { ...bareEnvironment(), FAREBOX_URL: service.url, ...settings },
  })
  await client.connect(transport)
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

describe('the process beside a desktop client', () => {
  test('hands on what the connector says, and buys nothing without a wallet', async () => {
    await withBridge({}, async (client) => {
      expect(client.getInstructions()).toContain('catalog.search')
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain('catalog.search')
      const free = await client.callTool({ name: 'hash', arguments: { text: 'a' } })
      expect(free.structuredContent).toMatchObject({ algo: 'sha256' })
      expect((await client.callTool(STRANGER)).isError).toBe(true)
      expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0)
    })
  })

  test('says what is set wrongly, and that nobody answers', async () => {
    for (const [settings, says] of [
      [{ FAREBOX_URL: 'farebox.example' }, 'FAREBOX_URL: must be an address'],
      [{ FAREBOX_WALLET_KEY: '0x12' }, 'FAREBOX_WALLET_KEY: must be 0x and 64 hex digits.'],
    ] as const) {
      const env = { ...process.env, ...settings }
      const { status, stderr } = spawnSync(process.execPath, [SCRIPT], { env, encoding: 'utf8' })
      expect(status).toBe(1)
      expect(stderr).toMatch(new RegExp(`^${says}`))
    }
    await withBridge({ FAREBOX_URL: 'http://127.0.0.1:9/mcp/' }, async (client) => {
      const says = /No Farebox answers at http:\/\/127\.0\.0\.1:9, which FAREBOX_URL names/
      await expect(client.listTools()).rejects.toThrow(says)
    })
  })

  test('pays from its own wallet until the day is spent, also in the next process', async () => {
    const FAREBOX_SPENT_FILE = join(folder, 'spent.json')
    const settings = {
      FAREBOX_WALLET_KEY: BUYER_KEYS[1],
      FAREBOX_MAX_PER_DAY: '0.002',
      FAREBOX_SPENT_FILE,
    }
    const before = (await service.sales()).length
    const buy = () => withBridge(settings, (client) => client.callTool(STRANGER))
    const [first, second, third] = [await buy(), await buy(), await buy()]
    expect([first, second, third].map(({ isError = false }) => isError)).toEqual([
      false,
      false,
      true,
    ])
    expect(first._meta).toHaveProperty('x402/payment-response')
    expect(JSON.stringify(third.content)).toMatch(/did not pay: .*of today are spent/)
    expect(JSON.parse(await readFile(FAREBOX_SPENT_FILE, 'utf8'))).toMatchObject({ spent: 2_000 })
    const sales = (await service.sales()).slice(before)
    expect(sales.map(({ rail }) => rail)).toEqual(['x402', 'x402'])
    expect(sales[0]?.payer).toBe(createBuyer(BUYER_KEYS[1]).address.toLowerCase())
  }, 60_000)

  test('pays nothing that costs more than a call may', async () => {
    const settings = {
      FAREBOX_WALLET_KEY: BUYER_KEYS[1],
      FAREBOX_MAX_PER_CALL: '0.0005',
      FAREBOX_SPENT_FILE: join(folder, 'call.json'),
    }
    const told = await withBridge(settings, (client) => client.callTool(STRANGER))
    expect(told.isError).toBe(true)
    expect(JSON.stringify(told.content)).toMatch(/a call may cost at most \$0.000500/)
  })
})

describe('what was spent', () => {
  const caps = { perCall: 100, perDay: 250 }

  test('is counted once each, however many ask at once, and begins anew with the day', async () => {
    const file = join(folder, 'many.json')
    const asked = Array.from({ length: 6 }, () => createSpending(file, caps).take(100, DAY))
    const refused = (await Promise.all(asked)).filter((refusal) => refusal !== null)
    expect(refused).toHaveLength(4)
    expect(await createSpending(file, caps).take(100, DAY + 86_400_000)).toBeNull()
  })

  test('is never taken for nothing when its file cannot be read', async () => {
    const file = join(folder, 'broken.json')
    await writeFile(file, '{"day":"2026-01-05","spent":-5}')
    await expect(createSpending(file, caps).take(1, DAY)).rejects.toThrow(/mend or remove/)
  })

  test('is known in dollars only for tokens that are dollars', () => {
    const asset = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
    const offer = { scheme: 'exact', network: 'eip155:8453' as const, asset, amount: '1000' }
    expect(microDollarsOf(offer)).toBe(1_000)
    expect(microDollarsOf({ ...offer, asset: `0x${'1'.repeat(40)}` })).toBeNull()
    expect(microDollarsOf({ ...offer, scheme: 'upto' })).toBeNull()
    expect(microDollarsOf({ ...offer, amount: '1e3' })).toBeNull()
  })
})

test('every client has its lines, with the key where there is one', () => {
  const url = 'https://tools.example/mcp'
  const plain = clientGuides(url)
  expect(plain).toHaveLength(7)
  for (const { client, lines } of plain) {
    expect(lines, client).toContain('https://tools.example')
    expect(lines, client).not.toContain('Bearer')
    if (lines.startsWith('{')) expect(() => JSON.parse(lines) as unknown).not.toThrow()
  }
  for (const { lines } of clientGuides(url, 'fbx_key')) expect(lines).toContain('fbx_key')
  const local = clientGuides(url, null, '/opt/farebox').filter(({ lines }) => lines.includes('npm'))
  expect(local.map(({ client }) => client)).toEqual(['Claude Desktop'])
  for (const { lines } of local) expect(lines).toContain('"/opt/farebox"')
})
