import { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { createTokenAuthorizer } from '../../base/lib/request-token.ts'
import { defineUpstream, type UpstreamHttp } from './define.ts'

const BASE = 'https://api.cdp.coinbase.com'
const KEY_ID = {
  name: 'CDP_API_KEY_ID',
  description: 'Id of a secret API key of the Coinbase Developer Platform.',
  need: 'required',
} as const
const KEY_SECRET = {
  name: 'CDP_API_KEY_SECRET',
  description: 'The secret of that key: base64 of an Ed25519 key, or the PEM of an EC key.',
  need: 'required',
} as const

const EvmFunded = z.object({ transactionHash: z.string() })
const SolanaFunded = z.object({ transactionSignature: z.string() })

const Result = z.object({
  result: z.array(z.record(z.string(), z.unknown())),
  schema: z
    .object({ columns: z.array(z.object({ name: z.string(), type: z.string() })) })
    .nullish(),
  metadata: z
    .object({
      cached: z.boolean().nullish(),
      executionTimestamp: z.string().nullish(),
      executionTimeMs: z.number().nullish(),
      rowCount: z.int().nullish(),
    })
    .nullish(),
})

const Schema = z.object({
  tables: z.array(
    z.object({
      database: z.string().nullish(),
      table: z.string(),
      description: z.string().nullish(),
      columns: z.array(
        z.object({
          name: z.string(),
          type: z.string(),
          nullable: z.boolean().nullish(),
          description: z.string().nullish(),
        }),
      ),
    }),
  ),
})

export type SqlResult = z.output<typeof Result>

const MESSAGE_MAX = 500

/** The Coinbase Developer Platform: its faucets of test coins, and SQL over decoded chains. */
export const cdp = defineUpstream({
  name: 'cdp',
  title: 'Coinbase Developer Platform',
  terms: 'https://www.coinbase.com/legal/developer-platform/terms-of-service',
  texts: 'public',
  base: BASE,
  asks: '$0',
  settings: [KEY_ID, KEY_SECRET],
  limits: { timeoutMs: 28_000, bytesMax: 4_000_000, perSecond: 5, among: 'replicas' },
  api: (http) => ({
    async fundEvm(network: string, address: string, token: string): Promise<string> {
      const json = { network, address, token }
      const asked = { json, refusals: refusals('address, network or symbol') }
      return (await signed(http, 'POST', '/platform/v2/evm/faucet', EvmFunded, asked))
        .transactionHash
    },
    async fundSolana(address: string, token: string): Promise<string> {
      const asked = { json: { address, token }, refusals: refusals('address or symbol') }
      return (await signed(http, 'POST', '/platform/v2/solana/faucet', SolanaFunded, asked))
        .transactionSignature
    },
    async query(sql: string, cacheSeconds: number): Promise<SqlResult> {
      const json = { sql, cache: { maxAgeMs: cacheSeconds * 1_000 } }
      const asked = { json, refusals: refusals('sql') }
      return signed(http, 'POST', '/platform/v2/data/query/run', Result, asked)
    },
    async schema(database: string) {
      const path = '/platform/v2/data/query/schema'
      const asked = { query: { database }, cacheTtlMs: HOUR_MS, refusals: refusals('database') }
      return (await signed(http, 'GET', path, Schema, asked)).tables
    },
  }),
})

/** Each request has its own token, bound to its method and path. */
async function signed<S extends z.ZodType>(
  http: UpstreamHttp,
  method: 'GET' | 'POST',
  path: string,
  answer: S,
  asked: Parameters<UpstreamHttp['json']>[2],
): Promise<z.output<S>> {
  const authorization = await authorize(http, method, path)
  return http.json(path, answer, {
    ...asked,
    method,
    ...(authorization && { headers: { authorization } }),
  })
}

async function authorize(http: UpstreamHttp, method: 'GET' | 'POST', path: string) {
  const keyId = http.setting(KEY_ID.name) ?? ''
  const keySecret = http.setting(KEY_SECRET.name) ?? ''
  try {
    return await createTokenAuthorizer({ keyId, keySecret, now: http.now })(method, BASE + path)
  } catch (cause) {
    // An invalid key must not appear in a message: it is a secret.
    throw new Fault('upstream_failed', 'The Coinbase key of this instance is not valid.', {
      cause,
    })
  }
}

const Refused = z.object({ errorType: z.string().nullish(), errorMessage: z.string().nullish() })

const refusals = (field: string) => ({
  400: (body: string) => badInput(`${field}: Coinbase refuses it: ${reasonIn(body)}`),
  403: (body: string) => new Fault('upstream_failed', `Coinbase refuses it: ${reasonIn(body)}`),
  404: (body: string) => badInput(`${field}: Coinbase does not know it: ${reasonIn(body)}`),
  408: () => badInput(`${field}: must ask for fewer blocks or rows; Coinbase takes too long.`),
  499: () => badInput(`${field}: must ask for fewer blocks or rows; Coinbase takes too long.`),
})

function reasonIn(body: string): string {
  try {
    const { errorMessage, errorType } = Refused.parse(JSON.parse(body))
    return (errorMessage ?? errorType ?? 'no reason').slice(0, MESSAGE_MAX)
  } catch {
    return 'no reason'
  }
}
