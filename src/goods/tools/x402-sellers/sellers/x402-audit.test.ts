import { beforeAll, expect, test } from 'vitest'
import { internet, type Internet } from '../../../../../test/support/internet.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import x402Audit from './x402-audit.ts'

const OFFER = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x2222222222222222222222222222222222222222',
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
const OTHER = { ...OFFER, payTo: '0x3333333333333333333333333333333333333333' }
const quoteOf = (url: string, offer: object) => ({
  x402Version: 2,
  resource: { url, description: 'A paid tool.', mimeType: 'application/json' },
  accepts: [offer],
})
const inHeader = (quote: object): string => Buffer.from(JSON.stringify(quote)).toString('base64')

interface Seller {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly offer?: object
  readonly status?: number
  /** To a payment that is none. */
  readonly forged?: { readonly status: number; readonly body?: string }
  readonly plainQuote?: boolean
  readonly manifest?: object
}

let net: Internet
let count = 0

beforeAll(async () => {
  net = await internet()
})

async function audit(seller: Seller) {
  const host = `shop${(count += 1)}.example.com`
  const url = `https://${host}/buy`
  net.sites.set(host, (request, response) => {
    const isTls = 'encrypted' in request.socket
    const json = { 'content-type': 'application/json', 'strict-transport-security': 'max-age=9' }
    if (request.url === '/.well-known/x402' && seller.manifest)
      return void response.writeHead(200, json).end(JSON.stringify(seller.manifest))
    if (request.url !== '/buy') return void response.writeHead(404).end()
    if (!isTls && !seller.plainQuote) return void response.writeHead(308, { location: url }).end()
    if (request.headers['payment-signature'] && seller.forged)
      return void response.writeHead(seller.forged.status, json).end(seller.forged.body ?? '{}')
    response.writeHead(seller.status ?? 402, {
      ...json,
      'cache-control': 'no-store',
      'payment-required': inHeader(quoteOf(url, seller.offer ?? OFFER)),
      ...seller.headers,
    })
    response.end(seller.body ?? '{}')
  })
  const told = await runExample(x402Audit, { url })
  const checks = told['checks'] as { name: string; passed: boolean | null }[]
  const failed = checks.filter(({ passed }) => passed === false).map(({ name }) => name)
  return { grade: told['grade'], failed, told }
}

const listed = (offer: object) => ({ endpoints: [{ url: '/buy', accepts: [offer] }] })
const SOUND = { manifest: listed(OFFER) }
const TRACE = 'Error: no\n    at read (/srv/app.js:10:5)\n'

test.each<[string, Seller, string, string[]]>([
  ['a sound seller', SOUND, 'A', []],
  ['no manifest', {}, 'A', ['manifest']],
  ['goods for nothing', { ...SOUND, status: 200 }, 'F', ['asksToBePaid']],
  ['a forged payment', { ...SOUND, forged: { status: 200 } }, 'F', ['refusesForged']],
  [
    'a crash with its trace',
    { ...SOUND, forged: { status: 500, body: TRACE } },
    'B',
    ['forgedNoCrash', 'noTraces'],
  ],
  [
    'two payees',
    { ...SOUND, body: JSON.stringify(quoteOf('https://a.example', OTHER)) },
    'B',
    ['headerAndBody'],
  ],
  ['another payee in the manifest', { manifest: listed(OTHER) }, 'A', ['manifestAgrees']],
  ['a quote over plain HTTP', { ...SOUND, plainQuote: true }, 'B', ['noPlainQuote']],
  [
    'a quote that caches keep',
    { ...SOUND, headers: { 'cache-control': 'public, max-age=60' } },
    'B',
    ['notCached'],
  ],
  [
    'a token under a false name',
    { ...SOUND, offer: { ...OFFER, extra: { name: 'USDC', version: '2' } } },
    'B',
    ['quoteForm'],
  ],
  ['a key in the open', { ...SOUND, body: '{"private_key":"0x0123456789"}' }, 'F', ['noSecrets']],
  [
    'a version and a page',
    { ...SOUND, headers: { server: 'nginx/1.18.0', 'content-type': 'text/html' } },
    'A',
    ['bodyType', 'noVersions'],
  ],
])('%s', async (_, seller, grade, failed) => {
  expect(await audit(seller)).toMatchObject({ grade, failed })
})

test('what is no 402 and has no quote leaves open what cannot be looked at', async () => {
  const { grade, told } = await audit({ status: 404, headers: { 'payment-required': 'x' } })
  expect(grade).toBe('F')
  expect(told['checks']).toContainEqual(
    expect.objectContaining({ name: 'genuineToken', passed: null }),
  )
})
