import { createRpc } from '../../outside/chains/evm/rpc.ts'
import { Fault } from '../../base/core/fault.ts'
import type { Client } from '../../outside/net/request.ts'

interface Where {
  readonly rpcUrl: string
  readonly client: Client
  /** As answers name it. */
  readonly name: string
  readonly chainId: number
}

export type ChainRequest = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * Asks a node of one EVM chain and checks its chain id: a node of another chain would report each
 * payment as unknown. Requests of one turn are answered by one node.
 */
export function askOnChain({ rpcUrl, client, name, chainId }: Where): ChainRequest {
  const request = createRpc(rpcUrl, client) as unknown as Request
  const ask: ChainRequest = async (method, params) => request({ method, params })
  let checked: Promise<void> | undefined

  async function assertChain(): Promise<void> {
    const id = Number(await ask('eth_chainId', []))
    if (id !== chainId)
      throw new Fault('upstream_failed', `The node of ${name} is one of chain ${id}.`)
  }

  return async (method, params) => {
    checked ??= assertChain()
    await checked.catch((thrown: unknown) => {
      checked = undefined
      throw thrown
    })
    return ask(method, params)
  }
}

type Request = (request: { readonly method: string; readonly params: unknown }) => Promise<unknown>
