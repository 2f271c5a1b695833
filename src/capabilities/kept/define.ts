import type { CallContext, Capability, Texts } from '../../base/core/capability.ts'
import { MINUTE_MS, DAY_MS } from '../../base/core/milliseconds.ts'
import { usdOf } from '../../base/core/money.ts'
import { defineUpstream, type UpstreamHttp } from '../upstreams/define.ts'
import type { Refusals } from '../upstreams/_faults.ts'
import { createKeeper, type KeeperSpec, type KeptFile } from './_keeper.ts'

/** A public file that is too large, or too often asked for, to be fetched for each call. */
export interface KeptFileSpec<Row, Meta, Api> extends KeeperSpec<Row, Meta> {
  readonly terms: string
  readonly texts: Texts
  readonly attribution?: string
  /** Without a trailing slash; `UPSTREAM_<NAME>_URL` overrides it. */
  readonly base: string
  readonly bytesMax: number
  readonly timeoutMs?: number
  /** How often it is asked whether there is a newer one. Default: once a day. */
  readonly freshMs?: number
  /** For how long the last one serves where the provider does not answer. Default: a week. */
  readonly staleMs?: number
  readonly refusals?: Refusals
  /** `file` fetches and reads it if need be. */
  api(file: (part?: string) => Promise<KeptFile<Row, Meta>>): Api
}

/** One public file, or one for each part, shared by all replicas through the database. */
export function defineKeptFile<Row, Meta, Api extends object>(
  spec: KeptFileSpec<Row, Meta, Api>,
): Capability<Api> {
  const { name, title, terms, texts, base, attribution, refusals, bytesMax } = spec
  const { timeoutMs = 2 * MINUTE_MS, freshMs = DAY_MS, staleMs = 7 * DAY_MS } = spec
  const upstream = defineUpstream({
    name,
    title,
    terms,
    texts,
    base,
    ...(attribution && { attribution }),
    ...(refusals && { refusals }),
    limits: { timeoutMs, bytesMax },
    headers: () => ({ accept: '*/*' }),
    api: (http: UpstreamHttp) => ({ http }),
  })
  return {
    ...upstream,
    open(host) {
      const lend = upstream.open(host)
      const closing = new AbortController()
      host.onClose(async () => closing.abort())
      const call = ownCall(closing.signal)
      const keeper = createKeeper(spec, host, { freshMs, staleMs, call, ...lend(call) })
      return (call) => {
        const { http: own } = lend(call)
        return spec.api(async (part = '') => {
          const file = await keeper.file(part)
          own.dated(file.dataAtMs)
          return file
        })
      }
    },
  }
}

/** A file is fetched for all, so nobody who hangs up ends that. */
const ownCall = (signal: AbortSignal): CallContext => ({
  id: 'kept-file',
  transport: 'http',
  payer: { rail: 'service', wallet: null },
  budget: usdOf(0),
  signal,
})
