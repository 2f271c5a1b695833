import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transactionPage } from '../../src/engines/onchain/chains/explorers.ts'
import { openTestService, type TestService } from '../support/service.ts'

/** What a sale leaves for its buyer, and what strangers find of it. */
let service: TestService
let key: string
const CONTACTS = 'mailto:security@example.com, https://example.com/report'

beforeAll(async () => {
  service = await openTestService({ settings: { SECURITY_CONTACT: CONTACTS } })
  key = await service.issueKey('$0.01')
})
afterAll(() => service.stop())

const page = async (path: string) => {
  const reply = await fetch(service.url + path, { headers: { accept: 'text/html' } })
  return { reply, text: await reply.text() }
}

describe('a receipt', () => {
  test('says what was bought for how much, and not by whom', async () => {
    const reply = await fetch(`${service.url}/api/hash`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"text":"a"}',
    })
    const id = String(reply.headers.get('x-request-id'))
    expect(reply.status).toBe(200)
    const { reply: shown, text } = await page(`/receipts/${id}`)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('cache-control')).toBe('private, no-store')
    expect(shown.headers.get('x-robots-tag')).toBe('noindex')
    expect(text).toContain('href="/tools/hash"')
    expect(text).toContain('$0.001')
    expect(text).toMatch(/<dd>\s*credits\s*<\/dd>/)
    const [sale] = await service.sales()
    expect(sale?.callId).toBe(id)
    expect(text).not.toContain(String(sale?.reference))
    expect(text).not.toContain('Transaction')
  })

  test('leads to the transaction where a chain was paid on', async () => {
    const transaction = `0x${'ab'.repeat(32)}`
    const id = '0a8e4dd2-5b7c-4f0e-9d43-000000000001'
    await service.db.batch([
      {
        sql: 'insert into sales values ($1, $2, $3, $4, $5, $6, $7, $8)',
        values: [
          id,
          1_770_000_000_000,
          'hash',
          'x402',
          1_500,
          `0x${'cd'.repeat(20)}`,
          'eip155:8453',
          transaction,
        ],
      },
    ])
    const { text } = await page(`/receipts/${id}`)
    expect(text).toContain(`href="https://basescan.org/tx/${transaction}"`)
    expect(text).toContain('Base <code>eip155:8453</code>')
    expect(text).toContain('$0.0015')
    expect(text).not.toContain('cdcdcdcd')
  })

  test.each(['none', 'a'.repeat(36), '%3Cscript%3E', "'%20or%201=1--xxxxxxxx"])(
    'of %s is not there',
    async (id) => {
      expect((await page(`/receipts/${id}`)).reply.status).toBe(404)
    },
  )
})

test.each([
  ['eip155:84532', `0x${'1'.repeat(64)}`, 'https://sepolia.basescan.org/tx/'],
  ['eip155:4217', `0x${'1'.repeat(64)}`, 'https://explore.tempo.xyz/tx/'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '5'.repeat(88), 'https://explorer.solana.com/tx/'],
  ['stellar:pubnet', 'a'.repeat(64), 'https://stellar.expert/explorer/public/tx/'],
  [
    'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=',
    'A'.repeat(52),
    'https://lora.algokit.io/mainnet/transaction/',
  ],
  ['eip155:31337', `0x${'1'.repeat(64)}`, null],
  ['eip155:8453', 'javascript:alert(1)', null],
  ['eip155:8453', '"><script>aaaaaaaaaaa', null],
])('a transaction on %s', (network, id, address) => {
  expect(transactionPage(network, id)).toBe(address && address + id)
})

describe('security.txt', () => {
  test('names who is to be told, and runs out within a year', async () => {
    const { reply, text } = await page('/.well-known/security.txt')
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text.split('\n').slice(0, 2)).toEqual([
      'Contact: mailto:security@example.com',
      'Contact: https://example.com/report',
    ])
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
    expect(expires - Date.now()).toBeGreaterThan(30 * 86_400_000)
    expect(expires - Date.now()).toBeLessThan(365 * 86_400_000)
    expect(text).toContain(`Canonical: ${service.url}/.well-known/security.txt`)
  })

  test('is absent where nobody is named', async () => {
    const other = await openTestService()
    const reply = await fetch(`${other.url}/.well-known/security.txt`)
    await other.stop()
    expect(reply.status).toBe(404)
  })
})
