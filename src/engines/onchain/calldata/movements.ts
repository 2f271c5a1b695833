import { decodeLog, type RawLog } from './logs.ts'
import type { PlainValue } from './values.ts'

export type TokenStandard = 'erc20' | 'erc721' | 'erc1155'

/**
 * A transfer that an event reports. A fake token may report anything: believe only genuine ones.
 */
export interface Movement {
  readonly token: string
  readonly standard: TokenStandard
  readonly from: string
  readonly to: string
  /** The amount in base units; null for an NFT. */
  readonly amountBase: string | null
  readonly tokenId: string | null
}

export interface Approval {
  readonly token: string
  readonly standard: 'erc20' | 'erc721' | 'all'
  readonly owner: string
  readonly spender: string
  /** The amount in base units; null for one NFT or for all of them. */
  readonly amountBase: string | null
  readonly tokenId: string | null
  /** False if it revokes an approval. */
  readonly isGiven: boolean
  readonly isUnlimited: boolean
}

export interface Movements {
  readonly transfers: readonly Movement[]
  readonly approvals: readonly Approval[]
}

/** An allowance from half of the largest number is in practice never used up. */
const UNLIMITED = 2n ** 255n
const UNLIMITED_160 = 2n ** 159n
const TRANSFERS = new Map<string, (token: string, said: EventFields) => readonly Movement[]>([
  ['Transfer(address,address,uint256)', transferOf],
  ['TransferSingle(address,address,address,uint256,uint256)', singleOf],
  ['TransferBatch(address,address,address,uint256[],uint256[])', batchOf],
])

type EventFields = Readonly<Record<string, PlainValue>>

export async function movementsIn(logs: readonly RawLog[]): Promise<Movements> {
  const transfers: Movement[] = []
  const approvals: Approval[] = []
  for (const log of logs) {
    const event = await decodeLog(log)
    if (!event) continue
    const said = Object.fromEntries(event.args.map(({ name, value }) => [name, value]))
    transfers.push(...(TRANSFERS.get(event.signature)?.(log.address, said) ?? []))
    const approval = approvalOf(log.address, event.signature, said)
    if (approval) approvals.push(approval)
  }
  return { transfers, approvals }
}

function transferOf(token: string, said: EventFields): readonly Movement[] {
  const isPiece = said['tokenId'] !== undefined
  const ends = endsOf(said)
  return isPiece
    ? [{ token, standard: 'erc721', ...ends, amountBase: null, tokenId: textOf(said['tokenId']) }]
    : [{ token, standard: 'erc20', ...ends, amountBase: textOf(said['value']), tokenId: null }]
}

function singleOf(token: string, said: EventFields): readonly Movement[] {
  const ends = { token, standard: 'erc1155' as const, ...endsOf(said) }
  return [{ ...ends, amountBase: textOf(said['value']), tokenId: textOf(said['id']) }]
}

function batchOf(token: string, said: EventFields): readonly Movement[] {
  const { ids, values } = said
  const amounts = Array.isArray(values) ? (values as readonly unknown[]) : []
  return (Array.isArray(ids) ? (ids as readonly unknown[]) : []).map((id, at) => {
    const ends = { token, standard: 'erc1155' as const, ...endsOf(said) }
    return { ...ends, amountBase: textOf(amounts[at]), tokenId: textOf(id) }
  })
}

const endsOf = (said: EventFields) => ({ from: textOf(said['from']), to: textOf(said['to']) })

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '0')

function approvalOf(token: string, signature: string, said: EventFields): Approval | null {
  const owner = textOf(said['owner'])
  if (signature === 'ApprovalForAll(address,address,bool)') {
    const isGiven = said['approved'] === true
    const whom = { token, standard: 'all' as const, owner, spender: textOf(said['operator']) }
    return { ...whom, amountBase: null, tokenId: null, isGiven, isUnlimited: isGiven }
  }
  if (signature === 'Approval(address,address,uint256)') {
    if (said['tokenId'] !== undefined) {
      const spender = textOf(said['approved'])
      const isGiven = !/^0x0{40}$/.test(spender)
      const piece = { amountBase: null, tokenId: textOf(said['tokenId']) }
      return { token, standard: 'erc721', owner, spender, ...piece, isGiven, isUnlimited: false }
    }
    return allowance(token, owner, textOf(said['spender']), textOf(said['value']), UNLIMITED)
  }
  const isPermit2 = /^(Approval|Permit)\(address,address,address,uint160,/.test(signature)
  if (!isPermit2) return null
  const spender = textOf(said['spender'])
  return allowance(textOf(said['token']), owner, spender, textOf(said['amount']), UNLIMITED_160)
}

function allowance(
  token: string,
  owner: string,
  spender: string,
  amount: string,
  unlimited: bigint,
): Approval {
  const whole = BigInt(amount)
  const whom = { token, standard: 'erc20' as const, owner, spender }
  return {
    ...whom,
    amountBase: amount,
    tokenId: null,
    isGiven: whole > 0n,
    isUnlimited: whole >= unlimited,
  }
}
