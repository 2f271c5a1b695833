import type { AbiParameter } from 'viem'
import { badInput } from '../../../base/core/fault.ts'
import { checksummed, evmAddressProblem } from '../account-address.ts'
import { isRecord } from './codec.ts'
import { typeText } from './values.ts'

/**
 * Converts JSON of a caller into values for the codec. Every fault names the place and the type.
 */
export function coerced(field: string, parameter: AbiParameter, value: unknown): unknown {
  const array = /^(.*)\[(\d*)\]$/.exec(parameter.type)
  if (array) {
    const [, type = '', length = ''] = array
    if (!Array.isArray(value) || (length !== '' && value.length !== Number(length)))
      throw wrong(field, parameter, length === '' ? 'a list' : `a list of ${length}`)
    return value.map((one: unknown, at) => coerced(`${field}.${at}`, { ...parameter, type }, one))
  }
  if (parameter.type === 'tuple') return tupleOf(field, parameter, value)
  return atom(field, parameter, value)
}

function tupleOf(field: string, parameter: AbiParameter, value: unknown): unknown {
  const { components } = parameter as { readonly components: readonly AbiParameter[] }
  const isList = Array.isArray(value)
  if ((!isList && !isRecord(value)) || (isList && value.length !== components.length))
    throw wrong(field, parameter, `an object or a list of ${components.length}`)
  const members = components.map((component, at) => {
    const name = component.name ?? ''
    const place = isList || name === '' ? `${field}.${at}` : `${field}.${name}`
    const member: unknown = isList ? value[at] : value[name || String(at)]
    if (member === undefined) throw badInput(`${place}: is missing.`)
    return coerced(place, component, member)
  })
  const names = components.map(({ name }) => name ?? '')
  const isNamed = names.every((name) => name !== '') && new Set(names).size === names.length
  return isNamed ? Object.fromEntries(names.map((name, at) => [name, members[at]])) : members
}

function atom(field: string, parameter: AbiParameter, value: unknown): unknown {
  const { type } = parameter
  const integer = /^(u?)int(\d*)$/.exec(type)
  if (integer) {
    const whole = wholeOf(value)
    const bits = Number(integer[2] || 256)
    const isUnsigned = integer[1] === 'u'
    const top = 2n ** BigInt(isUnsigned ? bits : bits - 1)
    if (whole === null || whole >= top || whole < (isUnsigned ? 0n : -top))
      throw wrong(field, parameter, 'a whole number of that size, as text where it is large')
    return whole
  }
  if (type === 'bool') {
    if (typeof value === 'boolean') return value
    throw wrong(field, parameter, 'true or false')
  }
  if (type === 'address') {
    const text = typeof value === 'string' ? value : ''
    const problem = /^0x0{40}$/.test(text) ? null : evmAddressProblem(text)
    if (problem) throw badInput(`${field}: ${problem}.`)
    return checksummed(text)
  }
  if (type === 'string') {
    if (typeof value === 'string') return value
    throw wrong(field, parameter, 'text')
  }
  const size = type === 'function' ? 24 : Number(/^bytes(\d+)$/.exec(type)?.[1] ?? 0)
  const isBytes = typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value)
  if (isBytes && (size === 0 || value.length === size * 2 + 2)) return value
  throw wrong(field, parameter, size === 0 ? 'hex with 0x' : `${size} bytes of hex with 0x`)
}

/** Numbers that JSON may have rounded are refused. */
function wholeOf(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  if (typeof value !== 'string' || !/^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)) return null
  return BigInt(value)
}

const wrong = (field: string, parameter: AbiParameter, what: string) =>
  badInput(`${field}: must be ${what}, because its type is ${typeText(parameter)}.`)
