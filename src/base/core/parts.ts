/** Names a part of the service, and says what it is. */
export interface PartKey<T> {
  readonly name: string
  /** Never set: it carries the type. */
  readonly of?: T
}

export const partKey = <T>(name: string): PartKey<T> => ({ name })

/** Parts that are built once and that capabilities find by their keys. */
export interface Parts {
  part<T>(key: PartKey<T>): T | undefined
  offer<T>(key: PartKey<T>, part: T): void
}

export function createParts(): Parts {
  const held = new Map<string, unknown>()
  return {
    part: <T>({ name }: PartKey<T>) => held.get(name) as T | undefined,
    offer: ({ name }, part) => void held.set(name, part),
  }
}
