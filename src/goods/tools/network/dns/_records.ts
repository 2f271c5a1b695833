import { Fault } from '../../../../base/core/fault.ts'
import type { Records, Resolver } from '../../../../outside/net/resolver.ts'

/** The records of one type; empty if the name does not exist. */
export async function recordsOf<T extends keyof Records>(
  resolver: Resolver,
  name: string,
  type: T,
): Promise<readonly Records[T][]> {
  try {
    return await resolver.resolve(name, type)
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code === 'not_found') return []
    throw thrown
  }
}

/** The texts of a name, each record as one string. */
export async function textsOf(resolver: Resolver, name: string): Promise<readonly string[]> {
  return (await recordsOf(resolver, name, 'TXT')).map((parts) => parts.join(''))
}

/** Turns `v=DMARC1; p=none` into pairs in order; names in lower case. */
export function tagsOf(record: string): ReadonlyMap<string, string> {
  const pairs = record.split(';').flatMap((part): [string, string][] => {
    const at = part.indexOf('=')
    return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]]
  })
  // The first of two equal names counts.
  return new Map(pairs.toReversed())
}
