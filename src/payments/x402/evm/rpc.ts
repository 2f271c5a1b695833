import { BaseError, type EIP1193RequestFn } from 'viem'
import { z } from 'zod'
import type { Client } from '../../../net/request.ts'
import { gather } from './gather.ts'
import { isLimit } from './node-error.ts'

const ANSWER_MS = 10_000
const ANSWER_BYTES_MAX = 32 * 1024 * 1024
/** Providers refuse longer batches. */
const BATCH_MAX = 50

interface Asked {
  readonly id: number
  readonly method: string
  readonly params: unknown
  resolve(result: unknown): void
  reject(thrown: unknown): void
}

const Told = z.object({
  id: z.unknown(),
  result: z.unknown().optional(),
  error: z
    .object({
      code: z.number().catch(0),
      message: z.string().catch('The node gave no reason.'),
      data: z.unknown().optional(),
    })
    .nullish(),
})

type Told = z.output<typeof Told>

/**
 * JSON-RPC through the house's own way out. What is asked at once travels as one batch, unless the
 * provider takes none. Errors name at most the host, because the rest of an endpoint may be the
 * operator's key, and not what was asked. Nothing is asked twice but what was refused as a batch.
 */
export function createRpc(url: string, client: Client): EIP1193RequestFn {
  const ask = gather(queueMicrotask, BATCH_MAX, askAll)
  let takesBatches = true
  let lastId = 0

  async function askAll(together: readonly Asked[]): Promise<void> {
    if (!takesBatches && together.length > 1) return askAlone(together)
    try {
      const said = await exchange(together)
      if (Array.isArray(said) || together.length === 1) return tellAll(together, [said].flat())
      if (said.error && isLimit(said.error)) return refuseAll(together, errorOf(said.error))
      takesBatches = false
      if (said.error) await askAlone(together)
      else tellAll(together, [said])
    } catch (thrown) {
      refuseAll(together, thrown)
    }
  }

  async function askAlone(together: readonly Asked[]): Promise<void> {
    await Promise.all(together.map((one) => askAll([one])))
  }

  async function exchange(together: readonly Asked[]): Promise<Told | Told[]> {
    const asked = together.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, method, params }))
    const { status, bytes } = await client
      .request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked.length === 1 ? asked[0] : asked),
        timeoutMs: ANSWER_MS,
        bytesMax: ANSWER_BYTES_MAX,
      })
      .catch((cause: Error) => {
        throw new BaseError('The node cannot be reached.', { cause })
      })
    const said = parsed(bytes.toString('utf8'))
    if (Array.isArray(said)) return said.flatMap((one) => Told.safeParse(one).data ?? [])
    const { data } = Told.safeParse(said)
    if (data) return data
    throw new BaseError(`The node answered ${status}, and no JSON-RPC.`)
  }

  const request = ({ method, params }: { readonly method: string; readonly params?: unknown }) =>
    new Promise((resolve, reject) => {
      ask({ id: ++lastId, method, params, resolve, reject })
    })
  return request as EIP1193RequestFn
}

function tellAll(together: readonly Asked[], told: readonly Told[]): void {
  const byId = new Map(told.map((one) => [Number(one.id), one]))
  const only = together.length === 1 ? told[0] : undefined
  for (const { id, resolve, reject } of together) {
    const { error, result } = byId.get(id) ?? only ?? {}
    if (error) reject(errorOf(error))
    else if (result === undefined) reject(new BaseError('The node left that out.'))
    else resolve(result)
  }
}

function refuseAll(together: readonly Asked[], thrown: unknown): void {
  for (const { reject } of together) reject(thrown)
}

/** What the library on top makes its own errors of. */
const errorOf = ({ message, ...rest }: NonNullable<Told['error']>): Error =>
  Object.assign(new Error(message), rest)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
