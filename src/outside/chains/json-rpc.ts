import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { scanJson } from '../../base/lib/json-scan.ts'
import type { Client } from '../net/request.ts'

/** A node that speaks JSON-RPC, and how long and how large its answers may be. */
export interface RpcNode {
  readonly url: string
  readonly client: Client
  readonly timeoutMs: number
  readonly bytesMax: number
  readonly signal?: AbortSignal
}

export interface RpcRequest {
  readonly id: number
  readonly method: string
  readonly params: unknown
}

const RpcResponse = z.object({
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

export type RpcResponse = z.output<typeof RpcResponse>

/**
 * Posts one request, or several as a batch. A node may answer a batch as a whole, with one error.
 * Throws a Fault when the node cannot be reached or answers no JSON-RPC; it names the host only,
 * because the rest of an endpoint may be the operator's key.
 */
export async function postRpc(
  { url, client, timeoutMs, bytesMax, signal }: RpcNode,
  requests: readonly RpcRequest[],
): Promise<{ readonly status: number; readonly said: RpcResponse | RpcResponse[] }> {
  const sent = requests.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, method, params }))
  const { status, bytes } = await client
    .request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent.length === 1 ? sent[0] : sent),
      timeoutMs,
      bytesMax,
      ...(signal && { signal }),
    })
    .catch((cause: unknown) => {
      throw new Fault('upstream_unreachable', 'The node cannot be reached.', { cause })
    })
  const said = parseReply(bytes)
  if (Array.isArray(said))
    return { status, said: said.flatMap((one) => RpcResponse.safeParse(one).data ?? []) }
  const { data } = RpcResponse.safeParse(said)
  if (data) return { status, said: data }
  throw new Fault('upstream_failed', `The node answered ${status}, and no JSON-RPC.`)
}

/**
 * The result of one request. Throws a Fault if it gets no answer. An error of the node is thrown
 * with its message and code.
 */
export async function callRpc(node: RpcNode, method: string, params: unknown): Promise<unknown> {
  const { status, said } = await postRpc(node, [{ id: 1, method, params }])
  const { error, result } = [said].flat()[0] ?? {}
  if (error && status < 500) throw rpcError(error)
  if (error || result === undefined)
    throw new Fault('upstream_failed', `${new URL(node.url).host} answers ${status} to ${method}.`)
  return result
}

/** An error that the node answered with, with its `code` and `data`. */
export const rpcError = ({ message, ...rest }: NonNullable<RpcResponse['error']>): Error =>
  Object.assign(new Error(message), rest)

/**
 * Null if the text is not JSON. A whole number that a double cannot hold stays text, such as
 * lamports. Throws a Fault if there are more values than can be parsed in a moment.
 */
function parseReply(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  const hasLong = LONG_NUMBER.test(text)
  const valuesMax = hasLong ? EXACT_VALUES_MAX : VALUES_MAX
  if (scanJson({ valuesMax, depthMax: DEPTH_MAX }).see(bytes) !== null)
    throw new Fault('upstream_failed', 'The node answers with more values than can be read.')
  try {
    return JSON.parse(hasLong ? text.replace(TEXT_OR_LONG_NUMBER, exact) : text)
  } catch {
    return null
  }
}

/** Some 30,000 logs; an hour of a busy token. */
const VALUES_MAX = 400_000
const EXACT_VALUES_MAX = 150_000
/** Traces nest one level for each inner call. */
const DEPTH_MAX = 4096

const LONG_NUMBER = /[:[,]\s*-?\d{16}/
const TEXT_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.+\-eE])-?\d{16,}(?![\d.eE])/g

/** A reviver of `JSON.parse` would take a microsecond for each value. */
const exact = (found: string): string =>
  found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`
