import type { BaseError, EIP1193RequestFn } from 'viem'
import type { Client } from '../../net/request.ts'
import { postRpc, rpcError, type RpcNode, type RpcRequest, type RpcResponse } from '../json-rpc.ts'
import { gather } from './gather.ts'
import { isLimit } from './node-error.ts'

const ANSWER_MS = 10_000
const ANSWER_BYTES_MAX = 16 * 1024 * 1024
/** Providers refuse longer batches. */
const BATCH_MAX = 50

interface PendingRequest extends RpcRequest {
  resolve(result: unknown): void
  reject(thrown: unknown): void
}

/**
 * JSON-RPC through the guarded client. Requests of one turn travel as one batch, unless the
 * provider takes no batches. Errors name at most the host, because the rest of an endpoint may be
 * the operator's key. Only a refused batch is sent again, one by one.
 */
export function createRpc(url: string, client: Client): EIP1193RequestFn {
  const node: RpcNode = { url, client, timeoutMs: ANSWER_MS, bytesMax: ANSWER_BYTES_MAX }
  const ask = gather(queueMicrotask, BATCH_MAX, askAll)
  let takesBatches = true
  let lastId = 0

  async function askAll(together: readonly PendingRequest[]): Promise<void> {
    if (!takesBatches && together.length > 1) return askAlone(together)
    try {
      const said = await exchange(together)
      if (Array.isArray(said) || together.length === 1) return answerAll(together, [said].flat())
      if (said.error && isLimit(said.error)) return refuseAll(together, rpcError(said.error))
      takesBatches = false
      if (said.error) await askAlone(together)
      else answerAll(together, [said])
    } catch (thrown) {
      refuseAll(together, thrown)
    }
  }

  async function askAlone(together: readonly PendingRequest[]): Promise<void> {
    await Promise.all(together.map((one) => askAll([one])))
  }

  /** Without an answer of the node, the error has no code. */
  async function exchange(together: readonly PendingRequest[]) {
    const { said } = await postRpc(node, together).catch(async (cause: Error) => {
      throw await unanswered(cause.message, cause)
    })
    return said
  }

  const request = ({ method, params }: { readonly method: string; readonly params?: unknown }) =>
    new Promise((resolve, reject) => {
      ask({ id: ++lastId, method, params, resolve, reject })
    })
  return request as EIP1193RequestFn
}

/** Errors of the library stay as they are in it. It is loaded here, for it is large. */
async function unanswered(message: string, cause?: Error): Promise<BaseError> {
  const { BaseError: LibraryError } = await import('viem')
  return new LibraryError(message, cause && { cause })
}

function answerAll(together: readonly PendingRequest[], responses: readonly RpcResponse[]): void {
  const byId = new Map(responses.map((one) => [Number(one.id), one]))
  const only = together.length === 1 ? responses[0] : undefined
  for (const { id, resolve, reject } of together) {
    const { error, result } = byId.get(id) ?? only ?? {}
    if (error) reject(rpcError(error))
    else if (result === undefined) void unanswered('The node left that out.').then(reject)
    else resolve(result)
  }
}

function refuseAll(together: readonly PendingRequest[], thrown: unknown): void {
  for (const { reject } of together) reject(thrown)
}
