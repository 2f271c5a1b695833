import { z } from 'zod'
import {
  algorandAddressProblem,
  evmAddressProblem,
  solanaAddressProblem,
  stellarAddressProblem,
} from './lib/account-address.ts'

/**
 * Every setting of the service itself, with the sentence that documents it. Capabilities declare
 * theirs beside their code. This file is the only reader of the environment.
 */

const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1')

const listOf = (item: z.ZodString) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item))

const sound = (problemOf: (text: string) => string | null) =>
  z.superRefine<string>((text, { addIssue }) => {
    const message = problemOf(text)
    if (message) addIssue({ code: 'custom', message })
  })

const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/

export const Settings = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(4020)
    .describe('Port of the HTTP server; 0 takes any free one.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that the HTTP server listens on; `0.0.0.0` for all.'),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Public address of this instance, as buyers reach it. Default: `http://HOST:PORT`.'),
  NODE_ENV: z
    .string()
    .default('development')
    .describe('`production`: the sandbox starts only if `SANDBOX=true`.'),
  DATA_DIR: z
    .string()
    .default('data')
    .describe('Folder for the SQLite database and the sandbox file.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must be a postgres:// address' })
    .optional()
    .describe(
      'PostgreSQL database; without it, SQLite in `DATA_DIR`. Required for more than one replica.',
    ),
  TOOLS_OFF: listOf(z.string())
    .default([])
    .describe('Comma-separated slugs and families of tools that this instance does not sell.'),
  SELLERS: listOf(z.string().regex(/^https?:\/\/[^\s/?#]+/, { error: 'must be http(s) addresses' }))
    .default([])
    .describe(
      'Comma-separated addresses of other x402 sellers that `/api/route` ranks beside own tools.',
    ),
  SELLER_REGISTRIES: listOf(
    z.string().regex(/^(off|[a-z]+|https?:\/\/[^\s]+)$/, {
      error: 'must be off, names such as cdp, or http(s) addresses of x402 Bazaar listings',
    }),
  )
    .optional()
    .describe(
      'Comma-separated registries that tell of sellers: cdp, payai, goplausible, solvador, or addresses; `off` for none. Default: all four where real money is paid.',
    ),
  FREE_MODE: flag.default(false).describe('`true`: tools need no payment at all.'),
  PAY_TO: z
    .string()
    .check(sound(evmAddressProblem))
    .optional()
    .describe(
      'EVM address that receives payments. Setting it turns the sandbox off and real networks on.',
    ),
  PAY_TO_SOLANA: z
    .string()
    .check(sound(solanaAddressProblem))
    .optional()
    .describe('Solana address that receives payments; its token account must exist.'),
  PAY_TO_ALGORAND: z
    .string()
    .check(sound(algorandAddressProblem))
    .optional()
    .describe('Algorand address that receives payments; it must hold the asset.'),
  PAY_TO_STELLAR: z
    .string()
    .check(sound(stellarAddressProblem))
    .optional()
    .describe('Stellar address that receives payments.'),
  NETWORKS: listOf(
    z.string().regex(/^[a-z0-9]+:[A-Za-z0-9+/=_-]+$/, {
      error: 'must be CAIP-2 ids, such as eip155:8453 for Base',
    }),
  )
    .default(['eip155:8453', 'eip155:42220'])
    .describe('Comma-separated CAIP-2 ids of the networks to be paid on, when `PAY_TO` is set.'),
  FACILITATOR_URL: listOf(z.string().regex(/^https?:\/\//, { error: 'must be http(s) addresses' }))
    .optional()
    .describe(
      'Comma-separated x402 facilitators, tried in this order. Default: the public facilitator that each network lists in src/chains/networks.ts.',
    ),
  FACILITATOR_AUTHORIZATION: z
    .string()
    .optional()
    .describe('Value of the `Authorization` header sent to the facilitator.'),
  FACILITATOR_KEY_ID: z
    .string()
    .optional()
    .describe(
      'Id of the key that signs a fresh token for each request to `FACILITATOR_URL`, as Coinbase CDP asks for at `https://api.cdp.coinbase.com/platform/v2/x402`.',
    ),
  FACILITATOR_KEY_SECRET: z
    .string()
    .optional()
    .describe('That key: Ed25519 in base64, or EC P-256 as PEM, with `\\n` for its line ends.'),
  SETTLEMENT_KEY: z
    .string()
    .regex(PRIVATE_KEY, { error: 'must be a 32-byte hex key' })
    .optional()
    .describe(
      'Private key that pays the gas of settlements; it needs `RPC_URLS`, and then no facilitator is needed. Replicas with one database may share it, other services not.',
    ),
  RPC_URLS: z
    .string()
    .transform((text) => Object.fromEntries(text.split(',').map(splitRpc)))
    .default({})
    .describe(
      'Nodes of the networks, needed to settle with `SETTLEMENT_KEY` and to check transfers: JSON-RPC, or algod for Algorand. `eip155:8453=https://...,eip155:137=https://...`.',
    ),
  RECEIPT_POLLING_MS: z.coerce
    .number()
    .int()
    .positive()
    .default(500)
    .describe('How often the receipts of settlements with `SETTLEMENT_KEY` are looked up.'),
  SETTLEMENT_WAIT_SECONDS: z.coerce
    .number()
    .positive()
    .max(120)
    .default(20)
    .describe(
      'How long a buyer waits for the receipt of a settlement, before the reply says that it is pending.',
    ),
  GAS_RESERVE_GWEI: z.coerce
    .number()
    .int()
    .min(0)
    .default(200_000)
    .describe(
      'Least balance of the settlement key, in billionths of the native coin. Below it, its network is not offered.',
    ),
  GAS_COIN_USD: z
    .string()
    .transform((text) => Object.fromEntries(text.split(',').map(splitCoin)))
    .refine((coins) => Object.values(coins).every((dollars) => dollars > 0), {
      error: 'must be dollars by network: eip155:8453=3000',
    })
    .default({})
    .describe(
      'What the native coin of a network is worth in dollars: `eip155:8453=3000,eip155:137=0.4`. There, a payment whose settlement would cost more gas than it pays is refused.',
    ),
  COUNT_FOREIGN_TRANSFERS: flag
    .default(false)
    .describe(
      '`true`: a transfer to `PAY_TO` counts as paid though another key than `SETTLEMENT_KEY` has sent it. Only where no other service is paid at `PAY_TO`: one payment would buy an answer from each.',
    ),
  MPP: flag
    .default(true)
    .describe('`false`: calls are not sold over the Machine Payments Protocol.'),
  TEMPO_RPC_URL: z
    .string()
    .regex(/^https?:\/\//, { error: 'must be an http(s) address' })
    .default('https://rpc.tempo.xyz')
    .describe('JSON-RPC endpoint of the Tempo chain, for MPP.'),
  STRIPE_SECRET_KEY: z
    .string()
    .optional()
    .describe('Stripe key; with `STRIPE_NETWORK_ID`, cards pay calls of $0.50 or more over MPP.'),
  STRIPE_NETWORK_ID: z
    .string()
    .optional()
    .describe('Stripe network id of this seller, which buyers share their payment tokens with.'),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.stripe.com')
    .describe('Address of the Stripe API; another one is for tests.'),
  SANDBOX: flag
    .optional()
    .describe(
      '`true`: the sandbox chain with test money; `false`: no sandbox. Default: a sandbox unless `NODE_ENV=production`, `FREE_MODE`, a setting for money, or a `HOST` that is not loopback is set.',
    ),
  ANVIL_PATH: z
    .string()
    .optional()
    .describe('Binary of anvil for the sandbox chain, where npm has none for this platform.'),
  POW_DIFFICULTY: z.coerce
    .number()
    .int()
    .min(8)
    .max(28)
    .default(16)
    .describe('Leading zero bits of a proof of work; 16 is about 65,000 hashes.'),
  POW_CHALLENGES_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(1200)
    .describe('Proof-of-work challenges that one client may ask for in a minute.'),
  REFUSALS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(600)
    .describe(
      'Refused payments, and likewise unreadable requests, of one client in a minute; past it, what fails is answered 429. A payment that is good is taken all the same.',
    ),
  QUOTES_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(60_000)
    .describe('Unpaid calls that one client may make in a minute.'),
  FAILED_CALLS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(60)
    .describe(
      'Calls of one payer in a minute that were begun and came to nothing, because the caller hung up, sent what no tool can use, or did not pay in the end.',
    ),
  CONNECTOR_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(20)
    .describe('Free calls of one address through the MCP connector in a minute.'),
  CONNECTOR_PER_HOUR: z.coerce
    .number()
    .int()
    .positive()
    .default(120)
    .describe('Free calls of one address through the MCP connector in an hour.'),
  BODY_BYTES_MAX: z.coerce
    .number()
    .int()
    .positive()
    .default(16 * 1024 * 1024)
    .describe('Largest request body, in bytes.'),
  CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .positive()
    .default(8192)
    .describe('Connections that are open at the same time; more are closed at once.'),
  TRUST_PROXY_HOPS: z.coerce
    .number()
    .int()
    .min(0)
    .max(8)
    .default(0)
    .describe('Reverse proxies in front of this server whose `X-Forwarded-For` is believed.'),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that the metrics listen on. They need no key: keep it private.'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(9464)
    .describe('Port of the Prometheus metrics; 0 turns them off.'),
  REPORT_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3600)
    .default(30)
    .describe('How old `/api/stats` and `/api/reliability` may be.'),
  REPORTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(120)
    .describe('Requests of one client to those two in a minute.'),
  OPERATOR_TOKEN: z
    .string()
    .min(24, { error: 'must have at least 24 characters' })
    .optional()
    .describe('Bearer token of the operator endpoints. Without it, they answer 404.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least level that is logged; every call is one `info` line.'),
  STOP_SECONDS: z.coerce
    .number()
    .int()
    .positive()
    .default(30)
    .describe('How long a stop waits for calls and jobs in flight.'),
})

export type Config = z.output<typeof Settings> & {
  /** The text of any setting. Empty text counts as not set. */
  setting(name: string): string | undefined
  /** Names of all variables of the environment that are set. */
  readonly given: readonly string[]
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads all settings at once; an unusable one stops the start, with every problem named. */
export function readConfig(environment: Environment): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Settings.safeParse(given, { error: wordingOf })
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `  ${issue.path.join('.')}: ${issue.message}`,
    )
    throw new ConfigProblem(`Unusable settings:\n${problems.join('\n')}`)
  }
  return { ...parsed.data, setting: (name) => given[name], given: Object.keys(given) }
}

/** Told to the operator without a stack trace. */
export class ConfigProblem extends Error {}

/** What a setting must be, in words; `z.coerce` has made a number of its text. */
function wordingOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : 'must be a number'
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'invalid_format':
      return 'must be an http:// or https:// address'
    default:
      return 'is not usable'
  }
}

function splitCoin(pair: string): [string, number] {
  const at = pair.lastIndexOf('=')
  return [pair.slice(0, at).trim(), Number(pair.slice(at + 1))]
}

/** An id may end in the sign that parts it from its endpoint. */
function splitRpc(pair: string): [string, string] {
  const at = pair.search(/=\s*https?:/)
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}
