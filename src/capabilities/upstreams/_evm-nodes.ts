import { gather } from '../../outside/chains/evm/gather.ts'
import { isLimit } from '../../outside/chains/evm/node-error.ts'
import { postRpc, type RpcRequest, type RpcResponse } from '../../outside/chains/json-rpc.ts'
import { Fault } from '../../base/core/fault.ts'
import type { EvmNetwork } from '../../engines/onchain/chains/evm-networks.ts'
import { isRunOutcome, type NodeRefusal } from '../../engines/onchain/chains/run-outcome.ts'
import type { Client } from '../../outside/net/request.ts'

/**
 * The answer of a node to one request: a result, or a refusal by the chain. Failures are faults.
 */
export type NodeAnswer = { readonly result: unknown } | { readonly refused: NodeRefusal }

export interface EvmNode {
  /** Title in answers: the host of a public node, but nothing of the operator's own node. */
  readonly title: string
  /** Null for a node of the operator's own, whose address may hold a key. */
  readonly publicUrl: string | null
  /** Throws a fault if the node fails; then another node may succeed. */
  ask(method: string, params: readonly unknown[], signal: AbortSignal): Promise<NodeAnswer>
  /** Whether it is paused after failures, or because its chain is behind. */
  isResting(): boolean
  rest(): void
}

const ANSWER_MS = 10_000
const ANSWER_BYTES_MAX = 16 * 1024 * 1024
/** Public nodes refuse longer batches. */
const BATCH_MAX = 20
const FAILURES_MAX = 3
const REST_MS = 60_000

interface Pending extends RpcRequest {
  readonly signal: AbortSignal
  resolve(answered: NodeAnswer): void
  reject(thrown: unknown): void
}

export interface NodeOptions {
  readonly network: EvmNetwork
  readonly url: string
  readonly isPublic: boolean
  readonly client: Client
}

/**
 * One node. Requests of the same turn of the event loop are sent as one batch, if the node accepts
 * batches.
 */
export function createNode({ network, url, isPublic, client }: NodeOptions): EvmNode {
  const title = `EVM node of ${network.name}${isPublic ? ` (${new URL(url).host})` : ''}`
  const node = { url, client, timeoutMs: ANSWER_MS, bytesMax: ANSWER_BYTES_MAX }
  const send = gather(queueMicrotask, BATCH_MAX, sendAll)
  let takesBatches = true
  let lastId = 0
  let failures = 0
  let restsUntil = 0
  let rightChain: Promise<void> | undefined

  async function sendAll(together: readonly Pending[]): Promise<void> {
    if (!takesBatches && together.length > 1) return sendAlone(together)
    try {
      const [first] = together
      // A batch of several calls ends at the time limit, not when one of its callers leaves.
      const asked = together.length === 1 && first ? { ...node, signal: first.signal } : node
      const { status, said } = await postRpc(asked, together).catch(throwNamed)
      if (!Array.isArray(said) && together.length > 1 && !isLimited(status, said)) {
        takesBatches = false
        return await sendAlone(together)
      }
      failures = 0
      settleAll(together, [said].flat(), status)
    } catch (thrown) {
      if (++failures >= FAILURES_MAX) rest()
      for (const { reject } of together) reject(thrown)
    }
  }

  const sendAlone = async (together: readonly Pending[]): Promise<void> =>
    void (await Promise.all(together.map((one) => sendAll([one]))))

  function settleAll(
    together: readonly Pending[],
    said: readonly RpcResponse[],
    status: number,
  ): void {
    const byId = new Map(said.map((one) => [Number(one.id), one]))
    // Some nodes leave out the id; such an answer belongs to a single request, or refuses all of
    // them.
    const [first] = said.length === 1 ? said : []
    const only = together.length === 1 || first?.error ? first : undefined
    for (const { id, method, resolve, reject } of together) {
      const answer = byId.get(id) ?? only
      try {
        resolve(judged(answer, { title, method, status }))
      } catch (thrown) {
        reject(thrown)
      }
    }
  }

  const throwNamed = (thrown: unknown): never => {
    if (!(thrown instanceof Fault)) throw thrown
    throw new Fault(thrown.code, thrown.message.replace(/^The node/, title), thrown.detail)
  }

  const rest = (): void => void (restsUntil = performance.now() + REST_MS)

  const request = (method: string, params: readonly unknown[], signal: AbortSignal) =>
    new Promise<NodeAnswer>((resolve, reject) => {
      send({ id: ++lastId, method, params, signal, resolve, reject })
    })

  async function checkChain(signal: AbortSignal): Promise<void> {
    const answered = await request('eth_chainId', [], signal)
    const id = 'result' in answered ? Number(answered.result) : Number.NaN
    if (id !== network.chainId)
      throw new Fault('upstream_failed', `${title} answers for another chain.`)
  }

  return {
    title,
    publicUrl: isPublic ? url : null,
    isResting: () => performance.now() < restsUntil,
    rest,
    async ask(method, params, signal) {
      const isRight = (rightChain ??= checkChain(signal))
      const [, answered] = await Promise.all([
        isRight.catch((thrown: unknown) => {
          rightChain = undefined
          throw thrown
        }),
        request(method, params, signal),
      ])
      return answered
    },
  }
}

const isLimited = (status: number, said: RpcResponse | readonly RpcResponse[]): boolean =>
  status === 429 || ('error' in said && Boolean(said.error) && isLimit(said.error))

interface NodeRequest {
  readonly title: string
  readonly method: string
  readonly status: number
}

/** How nodes say that they lack a block or its state: Geth, Erigon, Nethermind, Reth, proxies. */
const LACKS =
  /header not found|missing trie node|state\b.{0,100}\b(not available|unavailable|pruned|discarded)|no state available|could not be found$|history.{0,20}(pruned|not available)|archive|block not found|unknown block|no such block/i
/** "Resource not found" and "resource unavailable" (EIP-1474). */
const LACK_CODES: ReadonlySet<number> = new Set([-32_001, -32_002])
const UNSUPPORTED =
  /method.{0,80}(not found|not supported|not available|not allowed|does not exist|disabled|whitelist)|unsupported method|not implemented/i
const BUSY = /rate.?limit|too many requests|capacity|quota|timed? ?out|overloaded|internal error/i

/** The node runs a call: what it says of it is the chain's word only if it is about the run. */
const RUNS: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas'])
/** The node decides about what it was sent, or about the size of what it is asked for. */
const DECIDES: ReadonlySet<string> = new Set([
  'eth_getLogs',
  'eth_sendRawTransaction',
  'eth_simulateV1',
])
/** The request itself is wrong, at every node. */
const WRONG_REQUEST: ReadonlySet<number> = new Set([-32_600, -32_602])

/** Refusals of the chain are answers; what another node might answer is a fault. */
function judged(
  answer: RpcResponse | undefined,
  { title, method, status }: NodeRequest,
): NodeAnswer {
  if (!answer || (!answer.error && answer.result === undefined))
    throw new Fault(
      'upstream_failed',
      `${title} answered ${status} to ${method} in an unknown shape.`,
    )
  const { error } = answer
  if (!error) return { result: answer.result }
  const { code, message } = error
  const refused = { code, message: message.slice(0, 500), data: thrownData(error.data) }
  const isLimited = status === 429 || isLimit(error)
  // A contract words its revert as it likes, also in the words of a busy node.
  if (!isLimited && RUNS.has(method) && isRunOutcome(refused)) return { refused }
  if (isLimited || BUSY.test(message))
    throw new Fault('upstream_failed', `${title} is rate-limited, or is busy.`)
  if (code === -32_601 || UNSUPPORTED.test(message))
    throw new Fault('upstream_failed', `${title} does not offer ${method}.`)
  if (LACK_CODES.has(code) || LACKS.test(message))
    throw new Fault('upstream_failed', `${title} does not have that block or its state.`)
  if (DECIDES.has(method) || WRONG_REQUEST.has(code)) return { refused }
  throw refusedFault(title, method, refused)
}

export const refusedFault = (title: string, method: string, { message }: NodeRefusal): Fault =>
  new Fault('upstream_failed', `${title} refused ${method}: ${message}`)

const isHex = (text: unknown): text is string =>
  typeof text === 'string' && /^0x([0-9a-f]{2})*$/i.test(text)

/** Nodes put the revert data in different places. */
function thrownData(data: unknown): string | null {
  if (isHex(data)) return data
  const inside = typeof data === 'object' && data !== null ? Object.values(data) : []
  const prefixed = typeof data === 'string' ? /0x[0-9a-f]{8,}/i.exec(data)?.[0] : undefined
  return inside.find(isHex) ?? prefixed ?? null
}
