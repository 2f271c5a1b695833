import { hash } from 'node:crypto'
import type { Ed25519Signature } from '../../../../engines/onchain/ed25519.ts'

/** A transfer of a Stellar token, as its payer has signed it. */
export interface StellarPayment {
  /**
   * The address that pays, and its nonce: the network accepts it once. The payer can vary the rest
   * of the transaction, because the settler puts the transfer into its own.
   */
  readonly id: string
  /**
   * The account that has signed with its own key; null for no signer, several signers, or a
   * contract.
   */
  readonly signed: Ed25519Signature | null
}

/** Null unless there is one transfer, signed once. */
export function readStellarPayment(base64: string): StellarPayment | null {
  const reader = createReader(Buffer.from(base64, 'base64'))
  return attempt(() => {
    reader.expect(ENVELOPE)
    skipAccount(reader)
    reader.skip(FEE_BYTES + LONG_BYTES)
    skipPreconditions(reader)
    skipMemo(reader)
    reader.expect(ONE)
    if (reader.flag()) skipAccount(reader)
    reader.expect(INVOKE_HOST_FUNCTION)
    reader.expect(INVOKE_CONTRACT)
    skipTransfer(reader)
    reader.expect(ONE)
    reader.expect(ADDRESS_CREDENTIALS)
    const payer = address(reader)
    const nonce = reader.take(LONG_BYTES)
    const id = `${payer.toString('hex')}:${nonce.toString('hex')}`
    return { id, signed: attempt(() => signedIn(reader, payer, nonce)) }
  })
}

/** The signature of an account with one key. */
function signedIn(reader: Reader, payer: Buffer, nonce: Buffer): Ed25519Signature | null {
  const expiration = reader.take(4)
  for (const expected of [VECTOR, ONE, ONE, MAP, ONE, 2, SYMBOL]) reader.expect(expected)
  if (reader.text() !== 'public_key') return null
  reader.expect(BYTES)
  const key = Buffer.from(reader.text(), 'latin1')
  reader.expect(SYMBOL)
  if (reader.text() !== 'signature') return null
  reader.expect(BYTES)
  const signature = Buffer.from(reader.text(), 'latin1')
  const from = reader.at()
  reader.expect(INVOKE_CONTRACT)
  skipTransfer(reader)
  reader.expect(0)
  const invocation = reader.since(from)
  if (!payer.equals(Buffer.concat([ACCOUNT, key]))) return null
  const said = Buffer.concat([AUTHORIZATION, PUBLIC_NETWORK, nonce, expiration, invocation])
  return { key, message: hash('sha256', said, 'buffer'), signature }
}

function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/** The bytes before the key in an address of an account. */
const ACCOUNT = Buffer.alloc(8)
/** The type of the signed data, and its network. */
const AUTHORIZATION = Buffer.from([0, 0, 0, 9])
const PUBLIC_NETWORK = hash('sha256', 'Public Global Stellar Network ; September 2015', 'buffer')

/** XDR type numbers. */
const BYTES = 13
const SYMBOL = 15
const VECTOR = 16
const MAP = 17
const ENVELOPE = 2
const ONE = 1
const INVOKE_HOST_FUNCTION = 24
const INVOKE_CONTRACT = 0
const ADDRESS_CREDENTIALS = 1
const MUXED = 0x100
const ADDRESS_VALUE = 18
const AMOUNT_VALUE = 10

const KEY_BYTES = 32
const LONG_BYTES = 8
const AMOUNT_BYTES = 16
const FEE_BYTES = 4
const BOUNDS_BYTES = 16
const TRANSFER = 'transfer'

type Reader = ReturnType<typeof createReader>

function skipAccount(reader: Reader): void {
  const kind = reader.number()
  if (kind !== 0 && kind !== MUXED) throw new RangeError('no account')
  reader.skip(KEY_BYTES + (kind === MUXED ? LONG_BYTES : 0))
}

/** Skips the time bounds, which the settler sets itself. */
function skipPreconditions(reader: Reader): void {
  const kind = reader.number()
  if (kind === 1) reader.skip(BOUNDS_BYTES)
  if (kind !== 2) return
  for (const bytes of [BOUNDS_BYTES, LONG_BYTES, LONG_BYTES]) if (reader.flag()) reader.skip(bytes)
  reader.skip(LONG_BYTES + FEE_BYTES)
  reader.expect(0)
}

function skipMemo(reader: Reader): void {
  const kind = reader.number()
  if (kind === 1) reader.text()
  if (kind === 2) reader.skip(LONG_BYTES)
  if (kind === 3 || kind === 4) reader.skip(KEY_BYTES)
}

/** `transfer(from, to, amount)` of some token. */
function skipTransfer(reader: Reader): void {
  address(reader)
  if (reader.text() !== TRANSFER) throw new RangeError('no transfer')
  reader.expect(3)
  for (let side = 0; side < 2; side++) {
    reader.expect(ADDRESS_VALUE)
    address(reader)
  }
  reader.expect(AMOUNT_VALUE)
  reader.skip(AMOUNT_BYTES)
}

/** An account, a contract, or an account with a number. */
function address(reader: Reader): Buffer {
  const from = reader.at()
  const kind = reader.number()
  if (kind > 2) throw new RangeError('no address that pays')
  if (kind === 0) reader.expect(0)
  if (kind === 2) reader.skip(LONG_BYTES)
  reader.skip(KEY_BYTES)
  return reader.since(from)
}

function createReader(bytes: Buffer) {
  let at = 0

  function take(length: number): Buffer {
    if (at + length > bytes.length) throw new RangeError('the transaction is cut short')
    at += length
    return bytes.subarray(at - length, at)
  }
  const skip = (length: number): void => void take(length)
  const number = (): number => take(4).readUInt32BE()

  function expect(wanted: number): void {
    if (number() !== wanted) throw new RangeError('another kind of transaction')
  }
  function flag(): boolean {
    const value = number()
    if (value > 1) throw new RangeError('neither there nor not')
    return value === 1
  }
  /** Padded to whole words. */
  function text(): string {
    const length = number()
    const read = take(length).toString('latin1')
    skip((4 - (length % 4)) % 4)
    return read
  }

  const since = (from: number): Buffer => bytes.subarray(from, at)
  return { at: () => at, since, take, skip, number, expect, flag, text }
}
