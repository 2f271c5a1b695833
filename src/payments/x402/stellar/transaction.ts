/**
 * The nonce with which an address has signed its transfer: the network accepts it once. The payer
 * can vary the rest of the transaction, because the settler puts the transfer into its own. Null
 * unless there is one transfer, signed once.
 */
export function stellarPaymentOf(base64: string): string | null {
  const reader = createReader(Buffer.from(base64, 'base64'))
  try {
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
    return `${payer.toString('hex')}:${reader.take(LONG_BYTES).toString('hex')}`
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/** XDR type numbers. */
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

/** Skips the time bounds, which the settler sets anew. */
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
