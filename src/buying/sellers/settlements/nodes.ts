import { callRpc, type RpcNode } from '../../../outside/chains/json-rpc.ts'
import { firstSuccess } from '../../../base/core/failover.ts'
import type { Client } from '../../../outside/net/request.ts'
import type { OtherNodes } from './compare.ts'
import type { AskNode } from './scan.ts'

const ANSWER_MS = 20_000
const ANSWER_BYTES_MAX = 16 * 1024 * 1024

/** The first of the nodes that answers; one that refuses is followed by the next. */
export function nodesOf(urls: readonly [string, ...string[]], client: Client) {
  const limits = { client, timeoutMs: ANSWER_MS, bytesMax: ANSWER_BYTES_MAX }
  const answered = new Set<string>()
  const [first, ...rest] = urls.map((url): RpcNode => ({ url, ...limits }))
  const nodes: readonly [RpcNode, ...RpcNode[]] = [first!, ...rest]
  const ask: AskNode = (method, params) =>
    firstSuccess(
      nodes,
      async (node) => {
        const told = await callRpc(node, method, params)
        answered.add(hostOf(node))
        return told
      },
      () => true,
    )
  const others: OtherNodes = {
    begin: () => answered.clear(),
    next() {
      const node = nodes.find((each) => !answered.has(hostOf(each)))
      if (!node) return null
      const other: AskNode = (method, params) => callRpc(node, method, params)
      return { name: hostOf(node), ask: other }
    },
  }
  return new Set(nodes.map(hostOf)).size > 1 ? { ask, others } : { ask }
}

/** Two addresses of one host are one provider. */
const hostOf = ({ url }: RpcNode): string => new URL(url).host
