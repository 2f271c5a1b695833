import type { AbiFunction, Hex } from 'viem'
import { codec, abiItemOf, known, type AbiItem } from './codec.ts'
import { argumentsOf, typeText, type DecodedArgument } from './values.ts'

/** The source of a signature. A looked-up one is only a candidate, because selectors are short. */
export type SignatureSource = 'abi' | 'known' | 'lookup'

export interface DecodedCall {
  readonly selector: string
  /** Null if no signature fits. */
  readonly signature: string | null
  readonly name: string | null
  readonly from: SignatureSource | null
  readonly args: readonly DecodedArgument[]
  /** Bytes after the arguments, which the function does not read. */
  readonly trailingBytes: number
  /** All signatures whose encoding gives these bytes, the chosen one first. */
  readonly candidates: readonly string[]
  /** Calls inside the arguments, with their places. */
  readonly nested: readonly NestedCall[]
  /** Deeper nested calls are not read. */
  readonly isCut: boolean
}

export interface NestedCall {
  /** Such as `data[2]` or `calls[0].callData`. */
  readonly at: string
  /** The called contract, if the arguments name it. */
  readonly to: string | null
  readonly call: DecodedCall
}

export interface DecodeOptions {
  readonly abi?: readonly AbiItem[]
  /** Looks up the signatures of an unknown selector; called at most once for each. */
  lookup?(selector: string): Promise<readonly string[]>
  readonly depthMax?: number
}

const DEPTH_MAX = 4
const NESTED_MAX = 200
const LOOKUPS_MAX = 10

interface Room {
  calls: number
  lookups: number
}

/** Reads calldata, with the calls that it carries. Data of less than four bytes is no call. */
export function decodeCall(data: Hex, options: DecodeOptions = {}): Promise<DecodedCall> {
  return decodeWithin(data, options, options.depthMax ?? DEPTH_MAX, {
    calls: NESTED_MAX,
    lookups: LOOKUPS_MAX,
  })
}

async function decodeWithin(
  data: Hex,
  options: DecodeOptions,
  depth: number,
  room: Room,
): Promise<DecodedCall> {
  const selector = data.slice(0, 10).toLowerCase()
  const fits = await fitting(data, selector, options, room)
  const [best] = fits
  const base = { selector, candidates: fits.map(({ signature }) => signature) }
  if (!best)
    return {
      ...base,
      signature: null,
      name: null,
      from: null,
      args: [],
      trailingBytes: 0,
      nested: [],
      isCut: false,
    }
  const { item, from, signature, args, trailingBytes } = best
  const inside = calldataIn(item.name, args)
  const nested: NestedCall[] = []
  let isCut = inside.length > 0 && depth === 0
  for (const { at, to, data: inner } of depth > 0 ? inside : []) {
    if (room.calls-- <= 0) {
      isCut = true
      break
    }
    const call = await decodeWithin(inner, options, depth - 1, room)
    if (call.signature === null && !isSure(item.name)) continue
    isCut ||= call.isCut
    nested.push({ at, to, call })
  }
  return { ...base, signature, name: item.name, from, args, trailingBytes, nested, isCut }
}

const isFunction = (item: AbiItem): item is AbiFunction => item.type === 'function'

interface Fit {
  readonly item: AbiFunction
  readonly signature: string
  readonly from: SignatureSource
  readonly args: readonly DecodedArgument[]
  readonly trailingBytes: number
}

/** Signatures that encode the decoded arguments into the same bytes again. */
async function fitting(
  data: Hex,
  selector: string,
  { abi = [], lookup }: DecodeOptions,
  room: Room,
): Promise<readonly Fit[]> {
  if (data.length < 10) return []
  const { toFunctionSelector } = await codec()
  const given = abi.filter(isFunction).filter((item) => toFunctionSelector(item) === selector)
  const own = (await known()).functions.get(selector) ?? []
  const fits: Fit[] = []
  for (const item of given) fits.push(...((await fitOf(data, item, 'abi')) ?? []))
  for (const item of own) fits.push(...((await fitOf(data, item, 'known')) ?? []))
  if (fits.length === 0 && lookup && room.lookups-- > 0) {
    for (const text of (await lookup(selector)).slice(0, 20)) {
      const item = await abiItemOf('signature', text).catch(() => null)
      if (item && isFunction(item) && toFunctionSelector(item) === selector)
        fits.push(...((await fitOf(data, item, 'lookup')) ?? []))
    }
  }
  const seen = new Set<string>()
  return fits.filter(({ signature }) => !seen.has(signature) && seen.add(signature))
}

async function fitOf(data: Hex, item: AbiFunction, from: SignatureSource): Promise<Fit[] | null> {
  const { decodeAbiParameters, encodeAbiParameters } = await codec()
  const body: Hex = `0x${data.slice(10)}`
  try {
    const values: readonly unknown[] =
      item.inputs.length === 0 ? [] : decodeAbiParameters(item.inputs, body)
    const again = item.inputs.length === 0 ? '0x' : encodeAbiParameters(item.inputs, values)
    if (!body.toLowerCase().startsWith(again.toLowerCase())) return null
    const args = argumentsOf(item.inputs, values)
    const signature = `${item.name}(${item.inputs.map(typeText).join(',')})`
    return [{ item, signature, from, args, trailingBytes: (body.length - again.length) / 2 }]
  } catch {
    return null
  }
}

interface Carried {
  readonly at: string
  readonly to: string | null
  readonly data: Hex
}

const CARRIERS =
  /^(multicall|aggregate3?|aggregate3Value|tryAggregate|execTransaction\w*|multiSend|executeBatch|handleOps|schedule|upgradeToAndCall|upgradeAndCall)$/

/**
 * Functions whose bytes are calls by a standard. Bytes of other functions count only if a signature
 * fits.
 */
const isSure = (name: string): boolean => CARRIERS.test(name)

/** The arguments of type bytes that have the form of calldata. */
function calldataIn(name: string, args: readonly DecodedArgument[]): readonly Carried[] {
  if (name === 'multiSend' && typeof args[0]?.value === 'string') return packedIn(args[0].value)
  const targets = args.find(({ type }) => type === 'address[]')?.value
  const target = args.find(({ type }) => type === 'address')?.value
  return args.flatMap(({ name: argument, type, value }, place) => {
    const at = argument || String(place)
    if (type === 'bytes[]' && Array.isArray(value))
      return value.flatMap((one, index) => {
        const to = Array.isArray(targets) ? String(targets[index]) : null
        return carried(`${at}[${index}]`, to, one)
      })
    if (type === 'bytes')
      return carried(at, typeof target === 'string' && isSure(name) ? target : null, value)
    return type.startsWith('(') ? inTuples(at, value) : []
  })
}

const TARGETS = ['target', 'to', 'sender']
const CALLS = ['callData', 'data']

function inTuples(at: string, value: unknown): readonly Carried[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => inTuples(`${at}[${index}]`, one))
  if (typeof value !== 'object' || value === null) return []
  const members = value as Readonly<Record<string, unknown>>
  const to = TARGETS.map((name) => members[name]).find((one) => typeof one === 'string')
  return CALLS.flatMap((name) =>
    carried(`${at}.${name}`, typeof to === 'string' ? to : null, members[name]),
  )
}

const WORD = 64

function carried(at: string, to: string | null, value: unknown): readonly Carried[] {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{8,}$/i.test(value)) return []
  return (value.length - 10) % WORD === 0 ? [{ at, to, data: value as Hex }] : []
}

/** Safe packs its calls: operation, target, value, length, data. */
function packedIn(packed: string): readonly Carried[] {
  const found: Carried[] = []
  const digits = packed.slice(2)
  let at = 0
  while (at + 170 <= digits.length && found.length < NESTED_MAX) {
    const to = `0x${digits.slice(at + 2, at + 42)}`
    const length = Number(`0x${digits.slice(at + 106, at + 170)}`) * 2
    const end = at + 170 + length
    if (!(end <= digits.length)) break
    if (length >= 8)
      found.push({
        at: `transactions[${found.length}]`,
        to,
        data: `0x${digits.slice(at + 170, end)}`,
      })
    at = end
  }
  return found
}
