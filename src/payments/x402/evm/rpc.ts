import { BaseError, type EIP1193RequestFn } from 'viem'
import { z } from 'zod'
import type { Client } from '../../../net/request.ts'
import { gather } from './gather.ts'

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
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
})
/** A provider that takes no batches says so once for all. */
const Said = z.union([z.array(Told), Told])

type Told = z.output<typeof Told>

/**
 * JSON-RPC through the house's own way out. What is asked at once travels as one batch. Errors name
 * neither the endpoint, which may hold the operator's key, nor what was asked. Nothing is asked
 * twice: a transaction would be refused for what its first copy did.
 */
export function createRpc(url: string, client: Client): EIP1193RequestFn {
  const ask = gather(queueMicrotask, BATCH_MAX, askAll)
  let lastId = 0

  async function askAll(together: readonly Asked[]): Promise<void> {
    try {
      const said = await exchange(together)
      const byId = new Map([said].flat().map((told) => [told.id, told]))
      const forAll = Array.isArray(said) ? undefined : said
      for (const one of together) tell(one, byId.get(one.id) ?? forAll)
    } catch (thrown) {
      for (const { reject } of together) reject(thrown)
    }
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
    const { data } = Said.safeParse(parsed(bytes.toString('utf8')))
    if (data) return data
    throw new BaseError(`The node answered ${status}, and no JSON-RPC.`)
  }

  const request = ({ method, params }: { readonly method: string; readonly params?: unknown }) =>
    new Promise((resolve, reject) => {
      ask({ id: ++lastId, method, params, resolve, reject })
    })
  return request as EIP1193RequestFn
}

function tell({ resolve, reject }: Asked, told: Told | undefined): void {
  if (told?.error) {
    const { code, message } = told.error
    reject(Object.assign(new Error(message), { code }))
  } else if (told?.result === undefined) reject(new BaseError('The node left that out.'))
  else resolve(told.result)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
