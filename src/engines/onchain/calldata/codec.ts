import type { Abi, AbiEvent, AbiFunction, AbiParameter } from 'viem'

import { badInput } from '../../../base/core/fault.ts'
import { lazily } from '../../../base/lib/lazily.ts'
import { KNOWN_ERRORS, KNOWN_EVENTS, KNOWN_FUNCTIONS } from './known-signatures.ts'

/** The codec takes 0.15 s and 20 MB to load, so it is loaded by the first call. */
export const codec = lazily(async () => import('viem/utils'))
export type Codec = Awaited<ReturnType<typeof codec>>

/** For tools, which import no package of chains themselves. */
export type { AbiEvent, AbiFunction, AbiParameter, Hex } from 'viem'

export type AbiItem = Abi[number]

const ITEMS_MAX = 3_000
const TEXT_MAX = 20_000
/** How deep tuples and arrays may nest. */
const TYPE_DEPTH_MAX = 12
const PARAMETERS_MAX = 1_000
const TYPE =
  /^(tuple|address|bool|string|function|bytes(\d{1,2})?|u?int(\d{1,3})?)((\[\d{0,6}\])*)$/

/**
 * Reads an ABI as callers write it: the JSON of a compiler, its items, or signatures as text.
 * Throws a fault that names the field.
 */
export async function abiOf(field: string, given: unknown): Promise<readonly AbiItem[]> {
  const { parseAbi } = await codec()
  const value = typeof given === 'string' ? fromText(field, given) : given
  const list = Array.isArray(value) ? value : isRecord(value) ? (value['abi'] ?? [value]) : null
  if (!Array.isArray(list) || list.length === 0)
    throw badInput(`${field}: must be the JSON of an ABI, or a list of signatures.`)
  if (list.length > ITEMS_MAX) throw badInput(`${field}: must have at most ${ITEMS_MAX} items.`)
  const texts = list.filter((one): one is string => typeof one === 'string')
  if (texts.length === list.length) return parseSignature(field, texts, parseAbi)
  return list.map((one, at) => checkedItem(`${field}.${at}`, one))
}

function fromText(field: string, text: string): unknown {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed))
    return trimmed
      .split(/[;\n]/)
      .map((one) => one.trim())
      .filter(Boolean)
  try {
    return JSON.parse(trimmed) as unknown
  } catch {
    throw badInput(`${field}: is no JSON and no list of signatures.`)
  }
}

/** One function, event or error; a text without the keyword is read as `kind`. */
export async function abiItemOf(
  field: string,
  signature: string,
  kind: 'function' | 'event' | 'error' = 'function',
): Promise<AbiItem> {
  const { parseAbi } = await codec()
  const text = signature.trim().replace(/;$/, '')
  const worded = /^(function|event|error|constructor|fallback|receive)\b/.test(text)
    ? text
    : `${kind} ${text}`
  const [item] = parseSignature(field, [worded], parseAbi)
  if (!item) throw badInput(`${field}: must be one signature, such as transfer(address,uint256).`)
  return item
}

function parseSignature(
  field: string,
  texts: readonly string[],
  parseAbi: Codec['parseAbi'],
): readonly AbiItem[] {
  for (const text of texts) {
    if (text.length > TEXT_MAX)
      throw badInput(`${field}: a signature has at most ${TEXT_MAX} characters.`)
    if (depthOf(text) > TYPE_DEPTH_MAX)
      throw badInput(`${field}: tuples may be ${TYPE_DEPTH_MAX} deep.`)
  }
  try {
    return parseAbi(texts as never)
  } catch (thrown) {
    const [first = 'it cannot be read'] = String((thrown as Error).message).split('\n')
    throw badInput(`${field}: is no signature: ${first.slice(0, 200)}`)
  }
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const letter of text) {
    if (letter === '(') deepest = Math.max(deepest, ++depth)
    else if (letter === ')') depth -= 1
  }
  return deepest
}

const NAMED = new Set(['function', 'event', 'error'])
const KINDS = new Set([...NAMED, 'constructor', 'fallback', 'receive'])

function checkedItem(field: string, item: unknown): AbiItem {
  const { type = 'function', name = '' } = isRecord(item) ? item : { type: null }
  if (!isRecord(item) || typeof type !== 'string' || !KINDS.has(type))
    throw badInput(`${field}: must be a function, event, error or constructor.`)
  if (NAMED.has(type) && (typeof name !== 'string' || !/^[A-Za-z_$][\w$]{0,200}$/.test(name)))
    throw badInput(`${field}.name: must be a name.`)
  const inputs = checkedParameters(`${field}.inputs`, item['inputs'] ?? [], 0)
  const outputs = checkedParameters(`${field}.outputs`, item['outputs'] ?? [], 0)
  const mutability = item['stateMutability'] ?? 'nonpayable'
  return { ...item, type, inputs, outputs, stateMutability: mutability } as unknown as AbiItem
}

export function checkedParameters(
  field: string,
  given: unknown,
  depth: number,
): readonly AbiParameter[] {
  if (!Array.isArray(given) || given.length > PARAMETERS_MAX || depth > TYPE_DEPTH_MAX)
    throw badInput(`${field}: must be a list of parameters, ${TYPE_DEPTH_MAX} deep at most.`)
  return given.map((one: unknown, at) => {
    const type = isRecord(one) ? one['type'] : one
    const match = typeof type === 'string' ? TYPE.exec(type) : null
    if (!isRecord(one) || !match || !isSized(match))
      throw badInput(`${field}.${at}.type: must be an ABI type, such as uint256 or address[].`)
    const rest = { ...one, name: typeof one['name'] === 'string' ? one['name'] : '' }
    if (match[1] !== 'tuple') return rest as unknown as AbiParameter
    const components = checkedParameters(`${field}.${at}.components`, one['components'], depth + 1)
    return { ...rest, components } as unknown as AbiParameter
  })
}

function isSized([, base = '', bytes, bits]: RegExpExecArray): boolean {
  if (bytes !== undefined) return Number(bytes) >= 1 && Number(bytes) <= 32
  if (bits !== undefined) return Number(bits) % 8 === 0 && Number(bits) >= 8 && Number(bits) <= 256
  return base !== ''
}

/** Types as callers write them: `uint256`, `(address to, bytes data)[]`, several in one text. */
export async function typesOf(
  field: string,
  types: readonly string[],
): Promise<readonly AbiParameter[]> {
  const { parseAbiParameters } = await codec()
  return types.flatMap((text, at) => {
    if (text.length > TEXT_MAX || depthOf(text) > TYPE_DEPTH_MAX)
      throw badInput(`${field}.${at}: is too long or too deep.`)
    try {
      const plain = text.trim().replace(/\btuple\s*\(/g, '(')
      return checkedParameters(`${field}.${at}`, parseAbiParameters(plain as never), 0)
    } catch (thrown) {
      const [first = ''] = String((thrown as Error).message).split('\n')
      throw badInput(`${field}.${at}: is no ABI type: ${first.slice(0, 200)}`)
    }
  })
}

interface KnownSignatures {
  readonly functions: ReadonlyMap<string, readonly AbiFunction[]>
  readonly events: ReadonlyMap<string, readonly AbiEvent[]>
  readonly errors: ReadonlyMap<string, readonly AbiItem[]>
}

/** Known signatures by their selectors and topics. */
export const known = lazily(async (): Promise<KnownSignatures> => {
  const { parseAbi, toFunctionSelector, toEventSelector, toFunctionSignature } = await codec()
  const functions = parseAbi(KNOWN_FUNCTIONS as never) as unknown as readonly AbiFunction[]
  const events = parseAbi(KNOWN_EVENTS as never) as unknown as readonly AbiEvent[]
  const errors = parseAbi(KNOWN_ERRORS as never) as unknown as readonly AbiItem[]
  return {
    functions: Map.groupBy(functions, (one) => toFunctionSelector(one)),
    events: Map.groupBy(events, (one) => toEventSelector(one)),
    errors: Map.groupBy(errors, (one) =>
      toFunctionSelector(toFunctionSignature({ ...one, type: 'function' } as AbiFunction)),
    ),
  }
})

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
