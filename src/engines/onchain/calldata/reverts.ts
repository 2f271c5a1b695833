import type { AbiParameter, Hex } from 'viem'
import { codec, known, type AbiItem } from './codec.ts'
import { PANICS } from './known-signatures.ts'
import { argumentsOf, typeText, type DecodedArgument } from './values.ts'

export interface DecodedError {
  readonly name: string | null
  readonly signature: string | null
  readonly args: readonly DecodedArgument[]
  /** The message of the contract, or the name of its error; null if neither is known. */
  readonly reason: string | null
}

const NOTHING: DecodedError = { name: null, signature: null, args: [], reason: null }
const REASON_MAX = 500

/** Decodes what a contract threw by these items, then by the known signatures. */
export async function decodeError(
  data: string | null,
  abi: readonly AbiItem[] = [],
): Promise<DecodedError> {
  if (data === null || data.length < 10) return NOTHING
  const { decodeAbiParameters, toFunctionSelector } = await codec()
  const selector = data.slice(0, 10).toLowerCase()
  const own = (await known()).errors.get(selector) ?? []
  const given = abi.filter((item) => item.type === 'error')
  for (const item of [...given, ...own] as readonly ErrorItem[]) {
    const signature = `${item.name}(${item.inputs.map(typeText).join(',')})`
    if (toFunctionSelector(`function ${signature}`) !== selector) continue
    try {
      const body: Hex = `0x${data.slice(10)}`
      const values = item.inputs.length === 0 ? [] : decodeAbiParameters(item.inputs, body)
      const args = argumentsOf(item.inputs, values)
      return { name: item.name, signature, args, reason: reasonOf(item.name, args) }
    } catch {
      continue
    }
  }
  return { ...NOTHING, reason: `unknown error ${selector}` }
}

interface ErrorItem {
  readonly name: string
  readonly inputs: readonly AbiParameter[]
}

function reasonOf(name: string, args: readonly DecodedArgument[]): string {
  const said = args.map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)))
  if (name === 'Error') return (said[0] ?? '').slice(0, REASON_MAX)
  if (name === 'Panic')
    return `${PANICS[said[0] ?? ''] ?? 'unknown panic'} (panic ${said[0] ?? ''})`
  return `${name}(${said.join(', ')})`.slice(0, REASON_MAX)
}
