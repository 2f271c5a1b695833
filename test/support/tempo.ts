import { createClient } from '../../src/outside/net/request.ts'
import { rpc } from '../../src/service/sandbox/anvil.ts'
import { openTempoProxy, startTempoNode } from '../../src/service/sandbox/tempo.ts'
import { balanceOf } from '../../src/service/sandbox/token.ts'
import { PATH_USD } from '../../src/outside/chains/tempo/tokens.ts'
import { openRpcProxy, type RpcProxy } from './rpc-proxy.ts'

/** Tempo as anvil emulates it, for one test alone, behind a proxy that can be broken. */
export interface TestTempo {
  readonly url: string
  readonly proxy: RpcProxy
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
  held(holder: string): Promise<bigint>
  /** Blocks are made until that much time has gone by. */
  pass(seconds: number): Promise<void>
  close(): Promise<void>
}

export async function startTempo(): Promise<TestTempo> {
  const client = createClient({ policy: 'trusted' })
  const node = await startTempoNode({ binary: null, path: process.env['PATH'] ?? '' }, client)
  const fresh = await openTempoProxy(node, client)
  const proxy = await openRpcProxy(fresh.url, client)
  const ask = (method: string, params: readonly unknown[] = []) =>
    rpc(client, fresh.url, method, params)
  return {
    url: fresh.url,
    proxy,
    rpc: ask,
    held: (holder) => balanceOf(client, fresh.url, PATH_USD.address, holder),
    async pass(seconds) {
      await ask('evm_increaseTime', [seconds])
      await ask('evm_mine')
    },
    async close() {
      await proxy.close()
      await fresh.stop()
      await client.close()
    },
  }
}
