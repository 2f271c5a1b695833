import {
  PERMIT2_ADDRESS,
  x402ExactPermit2ProxyABI,
  x402ExactPermit2ProxyAddress,
  x402UptoPermit2ProxyABI,
  x402UptoPermit2ProxyAddress,
} from '@x402/evm'
import {
  decodeFunctionData,
  numberToHex,
  toEventSelector,
  toFunctionSelector,
  type Abi,
  type Hex,
} from 'viem'
import type { PayableEvmNetwork } from '../../../../outside/chains/networks.ts'
import type { Permit2 } from '../payload.ts'
import type { Chain } from '../../../../outside/chains/evm/chain.ts'
import { addressWord, numberWord } from '../../../../engines/onchain/abi-words.ts'
import { TRANSFERRED } from '../../../../outside/chains/evm/token.ts'
import { isOver, lookBackFrom, readWord, type TransferState } from './trace.ts'

/** The contracts that may spend through Permit2 for x402, at one address on every chain. */
const PROXIES: ReadonlyMap<string, Abi> = new Map([
  [x402ExactPermit2ProxyAddress.toLowerCase(), x402ExactPermit2ProxyABI as Abi],
  [x402UptoPermit2ProxyAddress.toLowerCase(), x402UptoPermit2ProxyABI as Abi],
])
const NONCE_BITMAP = toFunctionSelector('nonceBitmap(address,uint256)')
const INVALIDATED = toEventSelector('UnorderedNonceInvalidation(address,uint256,uint256)')
/** How many transfers between payer and payee are examined, the newest first. */
const CANDIDATES_MAX = 100

/** Contracts without which nothing can be settled for less than was signed. */
export const UPTO_CONTRACTS: readonly Hex[] = [PERMIT2_ADDRESS, x402UptoPermit2ProxyAddress]

const bitOf = (nonce: string) => ({ word: BigInt(nonce) >> 8n, bit: BigInt(nonce) & 0xffn })

const isSet = (mask: bigint, bit: bigint): boolean => ((mask >> bit) & 1n) === 1n

export async function isPermitUsed(
  chain: Chain,
  { from, nonce }: Pick<Permit2, 'from' | 'nonce'>,
  block?: bigint,
): Promise<boolean> {
  const { word, bit } = bitOf(nonce)
  const call: Hex = `${NONCE_BITMAP}${addressWord(from)}${numberWord(String(word))}`
  return isSet(BigInt(await readWord(chain, PERMIT2_ADDRESS, call, block)), bit)
}

/**
 * The state of a permit on the chain. Permit2 does not record what a nonce was used for, so the
 * transfers between payer and payee are searched for a transaction with that nonce.
 */
export async function tracePermit(
  chain: Chain,
  network: PayableEvmNetwork,
  permit: Permit2,
): Promise<TransferState> {
  const { number, timestamp } = await chain.getBlock()
  if (!(await isPermitUsed(chain, permit, number))) {
    const dead = isOver(permit.deadline, timestamp)
    return dead ? { state: 'dead', reason: 'permit_expired' } : { state: 'unused' }
  }
  const spending = await spendingOf(chain, network, permit, number)
  if (spending) return { state: 'settled', transaction: spending.hash, sender: spending.from }
  return (await isInvalidated(chain, permit, number)) ? INVALID : { state: 'unknown' }
}

const INVALID: TransferState = { state: 'dead', reason: 'permit_invalidated' }

async function spendingOf(
  chain: Chain,
  { asset }: PayableEvmNetwork,
  permit: Permit2,
  latest: bigint,
): Promise<{ readonly hash: Hex; readonly from: Hex } | null> {
  const logs = await chain.request({
    method: 'eth_getLogs',
    params: [
      {
        address: asset as Hex,
        topics: [
          TRANSFERRED,
          `0x${addressWord(permit.from)}`,
          `0x${addressWord(permit.witness.to)}`,
        ],
        ...rangeTo(latest),
      },
    ],
  })
  const hashes = new Set(logs.slice(-CANDIDATES_MAX).flatMap((log) => log.transactionHash ?? []))
  const transactions = await Promise.all([...hashes].map((hash) => chain.getTransaction({ hash })))
  return transactions.find((transaction) => spends(transaction, permit)) ?? null
}

const rangeTo = (latest: bigint) => ({
  fromBlock: numberToHex(lookBackFrom(latest)),
  toBlock: numberToHex(latest),
})

/** Whether a call of a proxy spends this permit. */
function spends(
  { to, input }: { readonly to: Hex | null; readonly input: Hex },
  { from, nonce }: Permit2,
): boolean {
  const abi = PROXIES.get(to?.toLowerCase() ?? '')
  if (!abi) return false
  try {
    const { args = [] } = decodeFunctionData({ abi, data: input })
    const permit = args.find((arg): arg is { nonce: bigint } => isRecord(arg) && 'permitted' in arg)
    const owner = args.find((arg) => typeof arg === 'string' && arg.length === ADDRESS_LENGTH)
    return permit?.nonce === BigInt(nonce) && String(owner).toLowerCase() === from.toLowerCase()
  } catch {
    return false
  }
}

const ADDRESS_LENGTH = 42

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The payer may take back what it has signed. */
async function isInvalidated(
  chain: Chain,
  { from, nonce }: Permit2,
  latest: bigint,
): Promise<boolean> {
  const topics: Hex[] = [INVALIDATED, `0x${addressWord(from)}`]
  const filter = { address: PERMIT2_ADDRESS, topics, ...rangeTo(latest) }
  const logs = await chain.request({ method: 'eth_getLogs', params: [filter] })
  const { word, bit } = bitOf(nonce)
  return logs.some(({ data }) => {
    const [of, mask] = [BigInt(data.slice(0, 66)), BigInt(`0x${data.slice(66, 130)}`)]
    return of === word && isSet(mask, bit)
  })
}
