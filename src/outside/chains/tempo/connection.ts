import { createClient, custom } from 'viem'
import { tempo as chain } from 'viem/tempo/chains'
import { Fault } from '../../../base/core/fault.ts'
import { callRpc, type RpcNode } from '../json-rpc.ts'
import { tempoNode, type TempoNodeAddress } from './node.ts'

/**
 * A connection through the guarded client. Nothing is retried: a repeat could hide what happened.
 * `onSend` is called just before a transaction is sent.
 */
export function connectTempo({ client, rpcUrl }: TempoNodeAddress, onSend: () => void = () => {}) {
  const node = tempoNode({ client, rpcUrl })
  async function request({ method, params }: { method: string; params?: unknown }) {
    if (method.startsWith('eth_sendRaw')) onSend()
    return ask(node, method, params ?? [])
  }
  return createClient({ chain, transport: custom({ request }, { retryCount: 0 }) })
}

export type TempoConnection = ReturnType<typeof connectTempo>

/** Asks the node. Throws a Fault if the node reports that it cannot answer. */
async function ask(node: RpcNode, method: string, params: unknown): Promise<unknown> {
  return callRpc(node, method, params).catch((thrown: Error & { readonly code?: unknown }) => {
    if (!UNABLE.has(Number(thrown.code))) throw thrown
    throw new Fault('upstream_failed', `${new URL(node.url).host}: ${String(thrown.code)}.`)
  })
}

/** Error codes that concern the node, not the transaction. */
const UNABLE: ReadonlySet<number> = new Set([-32001, -32002, -32004, -32005, -32601])
