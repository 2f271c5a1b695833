import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt } from 'jose'
import { standIn, type ProviderRequest } from './define.ts'

/**
 * Shapes of `OnchainDataResult`, `OnchainDataSchemaResponse` and the faucets in the OpenAPI
 * document of coinbase/cdp-sdk. A request without a token for its own method and path is refused.
 */
const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const secret = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])

const TABLES = [
  {
    database: 'base',
    table: 'transactions',
    columns: [
      { name: 'transaction_hash', type: 'String', nullable: false, description: 'Its hash.' },
      { name: 'block_number', type: 'UInt64', nullable: false, indexOrder: 1 },
    ],
  },
  { database: 'base', table: 'events', columns: [{ name: 'event_name', type: 'String' }] },
]

const refused = (status: number, errorType: string, errorMessage: string) =>
  Response.json({ errorType, errorMessage }, { status })

function isSigned({ method, path, headers }: ProviderRequest): boolean {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return false
  const { iss, sub, uris } = decodeJwt<{ uris: string[] }>(token)
  const own = `${method} api.cdp.coinbase.com${path}`
  return iss === 'cdp' && sub === 'key-1' && uris[0] === own
}

export default standIn({
  at: 'UPSTREAM_CDP_URL',
  settings: { CDP_API_KEY_ID: 'key-1', CDP_API_KEY_SECRET: secret.toString('base64') },
  answer(asked) {
    if (!isSigned(asked)) return refused(401, 'unauthorized', 'no token')
    const { path, body } = asked
    const sent = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>
    if (path === '/platform/v2/evm/faucet')
      return sent['address'] === `0x${'2'.repeat(40)}`
        ? refused(403, 'faucet_limit_exceeded', 'Faucet limit reached for this address.')
        : { transactionHash: `0x${'f'.repeat(64)}` }
    if (path === '/platform/v2/solana/faucet')
      return { transactionSignature: '4cGQZbYbpTbZ8Hq7Zc6xGJf1bYQ' }
    if (path === '/platform/v2/data/query/schema') return { tables: TABLES }
    if (path !== '/platform/v2/data/query/run') return undefined
    if (!/^select/i.test(String(sent['sql'])))
      return refused(400, 'invalid_sql_query', 'Only SELECT statements are allowed.')
    return {
      result: [{ count: '42' }],
      schema: { columns: [{ name: 'count', type: 'UInt64' }] },
      metadata: {
        cached: false,
        executionTimestamp: '2026-01-01T00:00:00Z',
        executionTimeMs: 145,
        rowCount: 1,
      },
    }
  },
})
