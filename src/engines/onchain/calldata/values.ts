import type { AbiParameter } from 'viem'

/**
 * A decoded value as JSON: whole numbers as text, tuples as objects if their members have names.
 */
export type PlainValue =
  | string
  | boolean
  | readonly PlainValue[]
  | { readonly [name: string]: PlainValue }

export interface DecodedArgument {
  /** Empty if the signature has no name. */
  readonly name: string
  readonly type: string
  readonly value: PlainValue
}

export function argumentsOf(
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
): readonly DecodedArgument[] {
  return parameters.map((parameter, at) => ({
    name: parameter.name ?? '',
    type: typeText(parameter),
    value: plainOf(parameter, values[at]),
  }))
}

/** `(address,uint256)[]` for an array of tuples. */
export function typeText(parameter: AbiParameter): string {
  if (!parameter.type.startsWith('tuple')) return parameter.type
  const { components } = parameter as { readonly components: readonly AbiParameter[] }
  return `(${components.map(typeText).join(',')})${parameter.type.slice('tuple'.length)}`
}

export function plainOf(parameter: AbiParameter, value: unknown): PlainValue {
  const array = /^(.*)\[\d*\]$/.exec(parameter.type)
  if (array) {
    const inner = { ...parameter, type: array[1] ?? '' }
    return (value as readonly unknown[]).map((one) => plainOf(inner, one))
  }
  if (parameter.type === 'tuple') {
    const { components } = parameter as { readonly components: readonly AbiParameter[] }
    return tupleOf(components, value)
  }
  return typeof value === 'boolean' ? value : String(value)
}

/** viem returns a tuple as an object if all its members have distinct names. */
function tupleOf(components: readonly AbiParameter[], value: unknown): PlainValue {
  const names = components.map(({ name }) => name ?? '')
  const isNamed = names.every((name) => name !== '') && new Set(names).size === names.length
  const list = Array.isArray(value) ? (value as readonly unknown[]) : null
  const members = components.map((component, at) => {
    const member = list ? list[at] : (value as Record<string, unknown>)[names[at] || String(at)]
    return plainOf(component, member)
  })
  return isNamed ? Object.fromEntries(names.map((name, at) => [name, members[at] ?? ''])) : members
}

/** Arguments by name; those without a name by their index. */
export const namedOf = (values: readonly DecodedArgument[]): Record<string, PlainValue> =>
  Object.fromEntries(values.map(({ name, value }, at) => [name || String(at), value]))
