import { base58 } from '@scure/base'
import { SIGNATURE_BYTES, type Ed25519Key } from '../../../engines/onchain/ed25519.ts'
import { PROGRAMS, tokenAccountOf } from './token-account.ts'

/** A transfer of tokens. Another account pays the fee. */
export interface SvmTransfer {
  readonly mint: string
  readonly decimals: number
  readonly units: bigint
  /** The owner of the receiving token account. */
  readonly to: string
  /** Adds the second signature, and submits the transaction. */
  readonly feePayer: string
  readonly blockhash: string
  readonly memo: string
  readonly computeUnits: number
}

const VERSION_0 = 0x80
const TRANSFER_CHECKED = 12
const COMPUTE_LIMIT = 2
const COMPUTE_PRICE = 3
const PRICE_MICRO_LAMPORTS = 1n

/**
 * A transfer in wire form, signed by its owner; the signature of the fee payer is empty. The order
 * of its instructions is that of x402: budget, price, transfer, memo.
 */
export async function signSvmTransfer(key: Ed25519Key, transfer: SvmTransfer): Promise<string> {
  const message = await messageOf(base58.encode(key.publicKey), transfer)
  const signatures = [Buffer.alloc(SIGNATURE_BYTES), key.sign(message)]
  return Buffer.concat([counted(signatures), message]).toString('base64')
}

async function messageOf(owner: string, transfer: SvmTransfer): Promise<Buffer> {
  const { mint, decimals, units, to, feePayer, blockhash, memo, computeUnits } = transfer
  const [source, destination] = await Promise.all([
    tokenAccountOf(owner, mint),
    tokenAccountOf(to, mint),
  ])
  const readOnly = [mint, PROGRAMS.token, PROGRAMS.computeBudget, PROGRAMS.memo].map(bytesOf)
  // In the order of Solana: the fee payer, the other signer, writable accounts, read-only accounts.
  const accounts = [bytesOf(feePayer), bytesOf(owner), source, destination, ...readOnly]
  const at = { owner: 1, source: 2, destination: 3, mint: 4, token: 5, budget: 6, memo: 7 }
  const limit = Buffer.concat([Buffer.of(COMPUTE_LIMIT), u32(computeUnits)])
  const price = Buffer.concat([Buffer.of(COMPUTE_PRICE), u64(PRICE_MICRO_LAMPORTS)])
  const moved = Buffer.concat([Buffer.of(TRANSFER_CHECKED), u64(units), Buffer.of(decimals)])
  const instructions = [
    instruction(at.budget, [], limit),
    instruction(at.budget, [], price),
    instruction(at.token, [at.source, at.mint, at.destination, at.owner], moved),
    instruction(at.memo, [], Buffer.from(memo)),
  ]
  const header = Buffer.of(VERSION_0, 2, 1, readOnly.length)
  const noLookups = Buffer.of(0)
  return Buffer.concat([
    header,
    counted(accounts),
    bytesOf(blockhash),
    counted(instructions),
    noLookups,
  ])
}

const instruction = (program: number, accounts: readonly number[], data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.of(program),
    size(accounts.length),
    Buffer.from(accounts),
    size(data.length),
    data,
  ])

const bytesOf = (address: string): Buffer => Buffer.from(base58.decode(address))

const counted = (parts: readonly Buffer[]): Buffer => Buffer.concat([size(parts.length), ...parts])

/** Writes a number in groups of seven bits, the lowest first. */
const size = (count: number): Buffer =>
  count < 0x80 ? Buffer.of(count) : Buffer.of((count & 0x7f) | 0x80, count >> 7)

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
