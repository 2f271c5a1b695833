import type { Client } from '../../net/request.ts'
import type { RpcNode } from '../json-rpc.ts'

/** The address of a Tempo node, and the client for requests to it. */
export interface TempoNodeAddress {
  readonly rpcUrl: string
  readonly client: Client
}

const RPC_MS = 10_000
const ANSWER_BYTES_MAX = 4 * 1024 * 1024

export const tempoNode = ({ client, rpcUrl }: TempoNodeAddress): RpcNode => ({
  url: rpcUrl,
  client,
  timeoutMs: RPC_MS,
  bytesMax: ANSWER_BYTES_MAX,
})
