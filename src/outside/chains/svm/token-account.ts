import { hash } from 'node:crypto'
import { base58 } from '@scure/base'

/** The programs that a payment calls. */
export const PROGRAMS = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
} as const

const DERIVED = Buffer.from('ProgramDerivedAddress')
const BUMP_MAX = 255

/**
 * The token account of an owner: the first address, counted down from bump 255, that is not a point
 * of the curve, so that no key can sign for it.
 */
export async function tokenAccountOf(owner: string, mint: string): Promise<Buffer> {
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  const seeds = [owner, PROGRAMS.token, mint].map((address) => base58.decode(address))
  const program = base58.decode(PROGRAMS.associatedToken)
  for (let bump = BUMP_MAX; bump >= 0; bump -= 1) {
    const parts = Buffer.concat([...seeds, Buffer.of(bump), program, DERIVED])
    const address = hash('sha256', parts, 'buffer')
    try {
      // The ledger also accepts points in non-canonical encoding.
      ed25519.Point.fromBytes(address, true)
    } catch {
      return address
    }
  }
  throw new Error('every bump gives a point of the curve')
}
