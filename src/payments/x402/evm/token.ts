import { decodeEventLog, encodeFunctionData, parseAbi, type Hex, type Log } from 'viem'
import type { EvmNetwork } from '../networks.ts'
import type { Eip3009 } from '../payload.ts'

/** What the house needs to say to a token and to Multicall3, and to read of what they did. */
export const TOKEN = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

const MULTICALL = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[])',
])

export const MULTICALL3: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** One signed transfer on its way to a chain. */
export interface Transfer {
  readonly authorization: Eip3009
  readonly signature: Hex
}

export function transferCall({ authorization, signature }: Transfer): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  return encodeFunctionData({
    abi: TOKEN,
    functionName: 'transferWithAuthorization',
    args: [
      from as Hex,
      to as Hex,
      BigInt(value),
      BigInt(validAfter),
      BigInt(validBefore),
      nonce as Hex,
      vOf(signature),
      signature.slice(0, 66) as Hex,
      `0x${signature.slice(66, 130)}`,
    ],
  })
}

/** Many transfers as one call, of which each may fail alone. */
export function batchCall({ asset }: EvmNetwork, transfers: readonly Transfer[]): Hex {
  const calls = transfers.map((transfer) => ({
    target: asset as Hex,
    allowFailure: true,
    callData: transferCall(transfer),
  }))
  return encodeFunctionData({ abi: MULTICALL, functionName: 'aggregate3', args: [calls] })
}

/** Names a transfer among the events of a transaction. */
export const keyOf = (from: string, nonce: string): string => `${from}:${nonce}`.toLowerCase()

/** The authorizations that a transaction used up, by `keyOf`. */
export function usedIn({ asset }: EvmNetwork, logs: readonly Log[]): ReadonlySet<string> {
  const used = new Set<string>()
  for (const event of eventsOf(asset, logs)) {
    if (event.eventName === 'AuthorizationUsed')
      used.add(keyOf(event.args.authorizer, event.args.nonce))
  }
  return used
}

/** Whether a transaction paid exactly this transfer. */
export function paysIn({ asset }: EvmNetwork, logs: readonly Log[], transfer: Eip3009): boolean {
  return eventsOf(asset, logs).some(
    ({ eventName, args }) =>
      eventName === 'Transfer' &&
      args.from.toLowerCase() === transfer.from.toLowerCase() &&
      args.to.toLowerCase() === transfer.to.toLowerCase() &&
      args.value === BigInt(transfer.value),
  )
}

function eventsOf(asset: string, logs: readonly Log[]) {
  return logs
    .filter(({ address }) => address.toLowerCase() === asset.toLowerCase())
    .flatMap(({ data, topics }) => {
      try {
        return [decodeEventLog({ abi: TOKEN, data, topics })]
      } catch {
        return []
      }
    })
}

/** Tokens take 27 and 28; some wallets write 0 and 1. */
function vOf(signature: Hex): number {
  const v = Number.parseInt(signature.slice(130), 16)
  return v < 27 ? v + 27 : v
}
