import { badInput } from '../../../../base/core/fault.ts'
import {
  checkedParameters,
  isRecord,
  type AbiParameter,
} from '../../../../engines/onchain/calldata/codec.ts'
import { coerced } from '../../../../engines/onchain/calldata/coerce.ts'

interface Member {
  readonly name: string
  readonly type: string
}
export type Types = Readonly<Record<string, readonly Member[]>>

export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Types
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
  readonly problems: readonly string[]
}

const DOMAIN: readonly Member[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]
const TYPES_MAX = 100
const MEMBERS_MAX = 200
const DEPTH_MAX = 16

/** Typed data, every value checked against its type. */
export function typedDataOf(given: Readonly<Record<string, unknown>>): TypedData {
  const { domain = {}, primaryType, message } = given
  if (!isRecord(domain)) throw badInput('typedData.domain: must be an object.')
  const types = typesOf(given['types'], domain)
  if (typeof primaryType !== 'string' || !Object.hasOwn(types, primaryType))
    throw badInput('typedData.primaryType: must be the name of one of the types.')
  const problems: string[] = []
  const within = { types, problems }
  const told = structOf('typedData.domain', 'EIP712Domain', domain, within, 0)
  const said = structOf('typedData.message', primaryType, message, within, 0)
  for (const [name, what] of BARE)
    if (domain[name] === undefined) problems.push(`domain: has no ${name}, so that ${what}.`)
  return { domain: told, types, primaryType, message: said, problems }
}

const BARE = [
  ['chainId', 'the signature is valid on every chain'],
  ['verifyingContract', 'other contracts may accept the signature'],
] as const

function typesOf(given: unknown, domain: Readonly<Record<string, unknown>>): Types {
  if (!isRecord(given) || Object.keys(given).length > TYPES_MAX)
    throw badInput(`typedData.types: must be an object of at most ${TYPES_MAX} types.`)
  const own = DOMAIN.filter(({ name }) => domain[name] !== undefined)
  const read = Object.entries(given).map(([name, members]) => {
    if (!/^[A-Za-z_$][\w$]{0,100}$/.test(name))
      throw badInput(`typedData.types: ${name.slice(0, 50)} is not a valid name.`)
    if (!Array.isArray(members) || members.length > MEMBERS_MAX)
      throw badInput(`typedData.types.${name}: must be a list of at most ${MEMBERS_MAX} members.`)
    return [
      name,
      members.map((member: unknown, at) => memberOf(`typedData.types.${name}.${at}`, member)),
    ] as const
  })
  return { EIP712Domain: own, ...Object.fromEntries(read) }
}

function memberOf(field: string, member: unknown): Member {
  const { name, type } = isRecord(member) ? member : {}
  const isGood =
    typeof name === 'string' &&
    typeof type === 'string' &&
    /^\w[\w$]{0,100}(\[\d{0,4}\]){0,4}$/.test(type)
  if (!isGood) throw badInput(`${field}: must have a name and a type.`)
  return { name, type }
}

interface Within {
  readonly types: Types
  readonly problems: string[]
}

function structOf(
  field: string,
  type: string,
  value: unknown,
  within: Within,
  depth: number,
): Record<string, unknown> {
  if (!isRecord(value)) throw badInput(`${field}: must be an object of type ${type}.`)
  if (depth > DEPTH_MAX) throw badInput(`${field}: is nested more than ${DEPTH_MAX} levels deep.`)
  const members = within.types[type] ?? []
  const names = new Set(members.map(({ name }) => name))
  const strange = Object.keys(value).filter((name) => !names.has(name))
  for (const name of strange.slice(0, 10))
    within.problems.push(`${field}.${name}: is in no type, so it is not signed.`)
  return Object.fromEntries(
    members.map(({ name, type: inner }) => [
      name,
      valueOf(`${field}.${name}`, inner, value[name], within, depth + 1),
    ]),
  )
}

function valueOf(
  field: string,
  type: string,
  value: unknown,
  within: Within,
  depth: number,
): unknown {
  if (value === undefined) throw badInput(`${field}: is missing; its type is ${type}.`)
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array) {
    const [, inner = '', length = ''] = array
    if (!Array.isArray(value) || (length !== '' && value.length !== Number(length)))
      throw badInput(`${field}: must be a list${length && ` of ${length}`}; its type is ${type}.`)
    return value.map((one: unknown, at) => valueOf(`${field}.${at}`, inner, one, within, depth + 1))
  }
  if (Object.hasOwn(within.types, type)) return structOf(field, type, value, within, depth)
  const [parameter] = checkedParameters(`${field} (type)`, [{ type, name: '' }], 0)
  return coerced(field, parameter as AbiParameter, value)
}

/** The primary type, then those that it uses in the order of their names. */
export function encodedTypeOf(primaryType: string, types: Types): string {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const { type } of types[name] ?? []) {
      const base = type.replace(/(\[\d*\])+$/, '')
      if (Object.hasOwn(types, base)) visit(base)
    }
  }
  visit(primaryType)
  found.delete(primaryType)
  return [primaryType, ...[...found].toSorted()]
    .map(
      (name) => `${name}(${(types[name] ?? []).map((one) => `${one.type} ${one.name}`).join(',')})`,
    )
    .join('')
}
