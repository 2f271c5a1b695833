import { z } from 'zod'
import { flag, FLAG_OFF } from '../../base/lib/fields.ts'
import type { Setting } from '../../base/core/setting.ts'

export const ECHO_SETTING = {
  name: 'LLM_ECHO',
  description:
    'Whether `local/echo` answers where no provider is set: it is no model, and repeats what it is told. `true` or `false`. Default: `true` in `FREE_MODE` and on the sandbox, else `false`.',
  schema: flag,
  need: 'one-of',
  withoutMoney: 'true',
  off: FLAG_OFF,
} as const satisfies Setting<boolean>

export const KEEP_ALIVE_SECONDS = {
  name: 'LLM_KEEPALIVE_SECONDS',
  description: 'Seconds of silence after which an open stream is kept open. Default: 15',
  schema: z.coerce
    .number()
    .min(0.01, { error: 'must be a number of seconds from 0.01 to 60' })
    .max(60, { error: 'must be a number of seconds from 0.01 to 60' }),
} as const satisfies Setting<number>

export const CACHE_MB = {
  name: 'LLM_CACHE_MB',
  description:
    'Megabytes of answers that are kept for ten minutes, for calls that say `cache: true`. 0 keeps none. Default: 64',
  schema: z.coerce
    .number()
    .int()
    .min(0, { error: 'must be a whole number from 0 to 1024' })
    .max(1_024, { error: 'must be a whole number from 0 to 1024' }),
} as const satisfies Setting<number>

export const STREAM_SECONDS = {
  name: 'LLM_STREAM_SECONDS',
  description:
    'The longest that a stream of a model lasts, in seconds. What was written by then is paid for. Default: 880',
  schema: z.coerce
    .number()
    .min(1, { error: 'must be a number of seconds from 1 to 880' })
    .max(880, { error: 'must be a number of seconds from 1 to 880' }),
} as const satisfies Setting<number>

export const STREAM_SECONDS_DEFAULT = 880
export const CACHE_MB_DEFAULT = 64
export const KEEP_ALIVE_SECONDS_DEFAULT = 15
