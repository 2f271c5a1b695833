import { z } from 'zod'
import { flag } from '../../base/lib/fields.ts'
import { listOf, sound } from './kinds.ts'

/** Days for which something is kept: at least as many as the service itself looks back. */
const retention = (daysMin: number, byDefault = 0) =>
  z.coerce
    .number()
    .int()
    .refine((days) => days === 0 || days >= daysMin, { error: `must be 0 or at least ${daysMin}` })
    .default(byDefault)

/** An address or a name, without a port. */
const hostProblem = (host: string): string | null =>
  URL.canParse(`http://[${host}]`) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)
    ? null
    : 'must be an address or a host name, such as 0.0.0.0'

/** What this instance is, where it listens and what it sells. */
export const SERVING = {
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(4020)
    .describe('Port of the HTTP server; 0 takes any free one.'),
  HOST: z
    .string()
    .check(sound(hostProblem))
    .default('127.0.0.1')
    .describe('Address that the HTTP server listens on; `0.0.0.0` for all.'),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/[?#@]/.test(url), {
      error: 'must be an address without a query, a fragment or a password',
    })
    .refine((url) => (URL.parse(url)?.pathname ?? '/') === '/', {
      error:
        'must have no path: pages and documents are at the root of a host, such as https://tools.example.com',
    })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Public address of this instance, as buyers reach it. Default: `http://HOST:PORT`.'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
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
  PROCESSES: z
    .union([z.literal('auto'), z.coerce.number().int().min(1).max(256)], {
      error: 'must be `auto` or a whole number from 1 to 256',
    })
    .default(1)
    .describe(
      'Processes behind the one port, each with a core of its own; `auto`: as many as there are cores. More than one needs `DATABASE_URL`.',
    ),
  TOOLS_OFF: listOf(z.string())
    .default([])
    .describe('Comma-separated slugs and families of tools that this instance does not sell.'),
  TOOLS_DIR: z
    .string()
    .optional()
    .describe('Folder with tools, packs and proxies of your own: `<family>/<slug>.ts`.'),
  FREE_MODE: flag.default(false).describe('`true`: tools need no payment at all.'),
  SANDBOX: flag
    .optional()
    .describe(
      '`true`: the sandbox chain with test money; `false`: no sandbox. Default: a sandbox unless `NODE_ENV=production`, `FREE_MODE`, a setting for money, or a `HOST` that is not loopback is set.',
    ),
  ANVIL_PATH: z
    .string()
    .optional()
    .describe('Binary of anvil for the sandbox chain, where npm has none for this platform.'),
  TRUST_PROXY_HOPS: z.coerce
    .number()
    .int()
    .min(0)
    .max(8)
    .default(0)
    .describe('Reverse proxies in front of this server whose `X-Forwarded-For` is believed.'),
  METRICS_HOST: z
    .string()
    .check(sound(hostProblem))
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
  SALES_DAYS: retention(400).describe(
    'Days for which single sales are kept; 0: for ever. Their sums stay. Buyers ask for what they bought in the last 365 days.',
  ),
  CALL_STATS_DAYS: retention(31).describe(
    'Days for which the hourly counts of each tool are kept; 0: for ever. Those of all tools together stay.',
  ),
  SEARCHES_DAYS: retention(90, 90).describe(
    'Days for which the words of searches are kept, with their counts and never who asked; 0: for ever. `demand-radar` reads 90 days.',
  ),
  OPERATOR_TOKEN: z
    .string()
    .min(24, { error: 'must have at least 24 characters' })
    .optional()
    .describe('Bearer token of the operator endpoints. Without it, they answer 404.'),
  SECURITY_CONTACT: listOf(
    z.string().regex(/^(mailto:|https:\/\/|tel:)[!-~]{3,300}$/, {
      error: 'must be a mailto:, https:// or tel: address',
    }),
  )
    .default([])
    .describe(
      'Comma-separated addresses for reports of security holes, such as `mailto:security@example.com`; they stand in `/.well-known/security.txt`.',
    ),
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
}
