import { base58 } from '@scure/base'
import { hexOf } from '../../../base/lib/bytes.ts'
import { unitsOf } from '../token-units.ts'

const SOL_DECIMALS = 9
const BYTES_MAX = 1_232
const PROGRAMS: Readonly<Record<string, string>> = {
  '11111111111111111111111111111111': 'System',
  ComputeBudget111111111111111111111111111111: 'Compute budget',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'Token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'Token-2022',
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'Associated token account',
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: 'Memo',
  Stake11111111111111111111111111111111111111: 'Stake',
  Vote111111111111111111111111111111111111111: 'Vote',
}

/** Reads bytes from the front; throws where they end too early. */
function reader(bytes: Buffer) {
  let at = 0
  const take = (count: number): Buffer => {
    if (at + count > bytes.length) throw new RangeError('it is cut short')
    at += count
    return bytes.subarray(at - count, at)
  }
  const byte = (): number => take(1)[0] ?? 0
  /** Lengths are written in one to three bytes of seven bits. */
  const length = (): number => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if (next < 0x80) return value
    }
    throw new RangeError('a length in it is too long')
  }
  const keys = (count: number): string[] =>
    Array.from({ length: count }, () => base58.encode(take(32)))
  return { take, byte, length, keys, left: () => bytes.length - at }
}

interface Instruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Buffer
}

/** A Solana transaction, or its message; a sentence on what is wrong with it otherwise. */
export function readSolana(text: string) {
  const bytes = bytesOf(text)
  if (!bytes) return 'must be base64 or base58'
  if (bytes.length > BYTES_MAX)
    return `has ${bytes.length} bytes; Solana takes at most ${BYTES_MAX}`
  try {
    return readTransaction(bytes)
  } catch (thrown) {
    return `is no Solana transaction: ${(thrown as Error).message}`
  }
}

function bytesOf(text: string): Buffer | null {
  // What is both is base64 more often: a transaction of base58 has no such length by chance.
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0)
    return Buffer.from(text, 'base64')
  try {
    return Buffer.from(base58.decode(text))
  } catch {
    return null
  }
}

function readTransaction(bytes: Buffer) {
  const from = reader(bytes)
  const signatures = Array.from({ length: from.length() }, () => from.take(64))
  const first = from.byte()
  const isVersioned = first >= 0x80
  if (isVersioned && (first & 0x7f) !== 0) throw new RangeError('its version is not known')
  const signers = isVersioned ? from.byte() : first
  from.take(2)
  const keys = from.keys(from.length())
  const blockhash = base58.encode(from.take(32))
  const raw = Array.from({ length: from.length() }, () => ({
    program: from.byte(),
    accounts: [...from.take(from.length())],
    data: from.take(from.length()),
  }))
  const tables = isVersioned ? tablesIn(from) : []
  if (from.left() > 0) throw new RangeError(`${from.left()} bytes stand behind its end`)
  if (signers === 0 || signers > keys.length) throw new RangeError('it names no signer')
  const name = (at: number): string => keys[at] ?? `loaded account ${at - keys.length}`
  const instructions = raw.map(({ program, accounts, data }): Instruction => ({
    program: name(program),
    accounts: accounts.map(name),
    data,
  }))
  const signed = signatures.length > 0 && signatures.every((one) => one.some((byte) => byte !== 0))
  const [id] = signatures
  const listed = instructions.map(({ program, accounts, data }) => ({
    program: PROGRAMS[program] ?? program,
    name: null,
    words: wordsOf({ program, accounts, data }),
    accounts: [...accounts],
    data: hexOf(data),
  }))
  const known = listed.flatMap(({ words }) => words ?? [])
  const unknown = instructions.filter(({ program }) => PROGRAMS[program] === undefined)
  return {
    type: isVersioned ? 'v0' : 'legacy',
    network: 'solana',
    from: keys[0] ?? null,
    to: null,
    signed,
    txHash: signed && id ? base58.encode(id) : null,
    /** As nodes take it. */
    base64: bytes.toString('base64'),
    instructions: listed,
    words: `${keys[0]} pays the fee. ${known.length > 0 ? `${known.join('; ')}.` : 'No instruction of it is read here.'}`,
    warnings: [
      ...(signatures.length === signers
        ? []
        : [`it has ${signatures.length} signatures, and names ${signers} signers`]),
      ...(unknown.length > 0
        ? [
            `${unknown.length} instructions are of programs that are not known here: do not sign what you cannot read`,
          ]
        : []),
      ...(tables.length > 0
        ? ['it loads accounts from tables, which only the chain can tell']
        : []),
      ...(signed
        ? [`it counts as long as the block hash ${blockhash} is known: about a minute`]
        : []),
    ],
  }
}

function tablesIn(from: ReturnType<typeof reader>): readonly string[] {
  return Array.from({ length: from.length() }, () => {
    const [table = ''] = from.keys(1)
    from.take(from.length())
    from.take(from.length())
    return table
  })
}

/** Transfers of coins and tokens; null for other instructions. */
function wordsOf({ program, accounts, data }: Instruction): string | null {
  const [first, second, third] = accounts
  const name = PROGRAMS[program]
  if (name === 'System' && data.length === 12 && data.readUInt32LE(0) === 2)
    return `${unitsOf(data.readBigUInt64LE(4), SOL_DECIMALS)} SOL go from ${first} to ${second}`
  if (name !== 'Token' && name !== 'Token-2022') return null
  const kind = data[0]
  if (kind === 3 && data.length === 9)
    return `${data.readBigUInt64LE(1)} base units go from token account ${first} to ${second}`
  if (kind === 12 && data.length === 10) {
    const amount = unitsOf(data.readBigUInt64LE(1), data[9] ?? 0)
    return `${amount} of token ${second} go from token account ${first} to ${third}`
  }
  if (kind === 4 && data.length === 9)
    return `${second} may spend ${data.readBigUInt64LE(1)} base units of token account ${first}`
  return kind === 6 ? `token account ${first} gets another owner` : null
}
